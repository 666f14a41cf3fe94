//! What class names, ids and properties call an amount: the price, another one, the regular price. What stands
//! beside an amount is weighed in the module above.

use domain::snapshot::NodeId;

use super::{Called, OTHER, cards, is_price_word, kinds};
use crate::dom::Page;
use crate::words::phrase;

/// What an element is called.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Names {
    /// A price.
    pub(super) price: bool,
    /// Another amount.
    pub(super) other: bool,
    /// The regular price.
    pub(super) usual: bool,
}

/// What the element, those in it and those near above it are called.
pub(super) fn names(page: &Page<'_>, id: NodeId, called: &mut Called) -> Names {
    let mut all = Names::default();
    let below = page
        .dom
        .descendants(id)
        .take(8)
        .filter(|at| !page.dom.tag(*at).is_empty() && page.ink(*at) > 0);
    let near = below.chain([id]).chain(page.dom.ancestors(id).take(4));
    for at in near {
        let one = *called.entry(at).or_insert_with(|| own_names(page, at));
        all.price |= one.price;
        all.other |= one.other;
        all.usual |= one.usual;
    }
    all
}

fn own_names(page: &Page<'_>, id: NodeId) -> Names {
    let mut names = Names::default();
    for name in ["class", "id", "itemprop"] {
        let tokens = page.dom.attr(id, name).unwrap_or("").split_whitespace();
        for words in tokens.map(phrase) {
            names.price |= words.iter().any(|word| is_price_word(word));
            // What a box has or is does not call its amount so.
            if !words
                .first()
                .is_some_and(|first| matches!(&**first, "has" | "is" | "with"))
            {
                let priced = words.iter().any(|word| is_price_word(word));
                let regular = words.iter().any(|word| word == "regular");
                // "font-regular" is no price.
                let usual = regular && (priced || words.len() == 1);
                // "price-including-tax" is the whole price.
                let taxed = words
                    .iter()
                    .any(|word| matches!(&**word, "incl" | "including" | "inc"));
                let other = |word: &String| {
                    OTHER.contains(&&**word) && !(taxed && matches!(&**word, "tax" | "vat"))
                };
                names.usual |= usual;
                names.other |= words.iter().any(other);
                let former = |word: &String| kinds::FORMER.contains(&&**word);
                names.other |= !regular && words.iter().any(former);
                names.other |= cards::is_basket(&words);
            }
        }
    }
    names
}
