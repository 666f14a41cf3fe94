//! Terms of schema.org enumerations with the words pages use for them, as data. A closed set takes
//! part by its members' names: a member called `OutOfStock`, `OUT_OF_STOCK` or an address of that
//! term has the term's aliases.

/// A term: its names with words run together in lower case, and the words that state it.
struct Term(&'static [&'static str], &'static [&'static str]);

/// <https://schema.org/ItemAvailability>
const AVAILABILITY: &[Term] = &[
    Term(&["instock"], &["in stock", "auf Lager", "lieferbar", "sofort lieferbar", "en stock", "disponible", "disponibile", "op voorraad", "på lager", "i lager", "em estoque", "in magazzino", "w magazynie", "dostępny", "в наличии", "在庫あり", "有货", "有貨", "現貨", "재고 있음"]),
    Term(&["outofstock"], &["out of stock", "sold out", "not in stock", "currently unavailable", "temporarily unavailable", "ausverkauft", "nicht auf Lager", "nicht lieferbar", "nicht verfügbar", "vergriffen", "épuisé", "en rupture de stock", "rupture de stock", "indisponible", "agotado", "sin existencias", "esaurito", "non disponibile", "uitverkocht", "niet op voorraad", "udsolgt", "utsolgt", "slutsåld", "slut i lager", "esgotado", "wyprzedane", "niedostępny", "нет в наличии", "распродано", "在庫切れ", "在庫なし", "売り切れ", "品切れ", "缺货", "售罄", "缺貨", "품절"]),
    Term(&["soldout"], &["sold out", "ausverkauft", "épuisé", "agotado", "esaurito", "uitverkocht", "udsolgt", "utsolgt", "slutsåld", "esgotado", "wyprzedane", "распродано", "売り切れ", "售罄", "품절"]),
    Term(&["preorder"], &["pre-order", "vorbestellbar", "vorbestellung", "précommande", "en précommande", "preventa", "preordine", "voorbestelling", "forudbestilling", "förhandsbokning", "pré-venda", "предзаказ", "予約受付中", "预订"]),
    Term(&["backorder"], &["on backorder", "nachbestellt", "nachlieferung"]),
    Term(&["discontinued"], &["no longer available", "nicht mehr lieferbar", "nicht mehr verfügbar", "eingestellt", "discontinué", "descatalogado", "fuori produzione", "niet meer leverbaar", "udgået", "utgått", "снят с производства", "販売終了", "停产"]),
    Term(&["limitedavailability"], &["limited stock", "low stock", "only a few left", "wenige verfügbar", "nur noch wenige", "stock limité", "pocas unidades", "残りわずか"]),
    Term(&["instoreonly"], &["in store only", "nur in der Filiale", "uniquement en magasin", "solo en tienda"]),
    Term(&["onlineonly"], &["online only", "nur online", "uniquement en ligne", "solo online"]),
    Term(&["madetoorder"], &["made to order", "auf Bestellung", "sur commande", "por encargo", "su ordinazione"]),
];

/// <https://schema.org/employmentType>, as Google's job posting markup lists it
const EMPLOYMENT: &[Term] = &[
    Term(&["fulltime"], &["full-time", "Vollzeit", "temps plein", "plein temps", "à temps plein", "tiempo completo", "jornada completa", "tempo pieno", "voltijd", "fulltid", "heltid", "tempo integral", "pełny etat", "полная занятость", "полный рабочий день", "正社員", "フルタイム", "全职", "全職", "정규직"]),
    Term(&["parttime"], &["part-time", "Teilzeit", "temps partiel", "à temps partiel", "tiempo parcial", "media jornada", "tempo parziale", "deeltijd", "deltid", "tempo parcial", "meio período", "niepełny etat", "частичная занятость", "パートタイム", "アルバイト", "兼职", "兼職", "시간제"]),
    Term(&["contractor", "contract"], &["freelance", "freelancer", "freiberuflich", "freier Mitarbeiter", "indépendant", "autónomo", "libero professionista", "zzp", "業務委託"]),
    Term(&["temporary"], &["temp", "fixed-term", "befristet", "CDD", "temporal", "tempo determinato", "tijdelijk", "vikariat", "midlertidig", "temporário", "契約社員", "临时"]),
    Term(&["permanent"], &["unbefristet", "CDI", "indefinido", "tempo indeterminato", "vast contract", "tillsvidare", "fast stilling"]),
    Term(&["intern", "internship"], &["internship", "Praktikum", "Praktikant", "stage", "stagiaire", "prácticas", "tirocinio", "praktik", "estágio", "staż", "стажировка", "インターン", "实习", "인턴"]),
    Term(&["volunteer"], &["voluntary", "Ehrenamt", "ehrenamtlich", "bénévole", "voluntario", "volontario", "vrijwilliger", "frivillig", "voluntário", "ボランティア", "志愿者"]),
    Term(&["perdiem"], &["per diem", "Tagessatz", "à la journée"]),
    Term(&["apprenticeship", "apprentice"], &["Ausbildung", "apprentissage", "alternance", "aprendizaje", "apprendistato", "lærling", "lärling"]),
];

/// <https://schema.org/OfferItemCondition>
const CONDITION: &[Term] = &[
    Term(&["new", "newcondition"], &["new", "brand new", "neu", "neuware", "fabrikneu", "neuf", "neuve", "nuevo", "nueva", "nuovo", "nuova", "nieuw", "ny", "novo", "nova", "nowy", "новый", "новое", "新品", "全新", "새상품"]),
    Term(&["used", "usedcondition"], &["used", "pre-owned", "second-hand", "gebraucht", "d'occasion", "usado", "usada", "segunda mano", "usato", "usata", "tweedehands", "gebruikt", "brugt", "brukt", "begagnad", "seminovo", "używany", "б/у", "подержанный", "中古", "二手", "중고"]),
    Term(&["refurbished", "refurbishedcondition"], &["refurbished", "renewed", "reconditioned", "generalüberholt", "refurbisht", "reconditionné", "reacondicionado", "ricondizionato", "recondicionado", "odnowiony", "восстановленный", "整備済み", "翻新"]),
    Term(&["damaged", "damagedcondition"], &["damaged", "for parts", "beschädigt", "defekt", "endommagé", "dañado", "danneggiato", "beschadigd", "ジャンク", "损坏"]),
];

/// <https://schema.org/EventStatusType> and <https://schema.org/EventAttendanceModeEnumeration>
const EVENTS: &[Term] = &[
    Term(&["eventscheduled"], &["scheduled", "geplant", "findet statt", "programmé", "programado", "programmato"]),
    Term(&["eventcancelled", "eventcanceled", "cancelled", "canceled"], &["cancelled", "canceled", "abgesagt", "fällt aus", "annulé", "annulée", "cancelado", "cancelada", "annullato", "annullata", "geannuleerd", "afgelast", "aflyst", "avlyst", "inställt", "odwołane", "отменено", "中止", "已取消", "취소"]),
    Term(&["eventpostponed", "postponed"], &["postponed", "verschoben", "reporté", "reportée", "aplazado", "pospuesto", "rinviato", "rinviata", "uitgesteld", "udskudt", "utsatt", "uppskjutet", "adiado", "przełożone", "перенесено", "延期"]),
    Term(&["eventrescheduled", "rescheduled"], &["rescheduled", "neuer Termin", "reprogrammé", "reprogramado", "riprogrammato"]),
    Term(&["eventmovedonline", "movedonline"], &["moved online", "findet online statt"]),
    Term(&["onlineeventattendancemode", "onlineevent"], &["online event", "virtual event", "webinar", "Online-Veranstaltung", "événement en ligne", "evento online", "オンライン開催"]),
    Term(&["offlineeventattendancemode", "offlineevent"], &["in person", "in-person event", "Präsenzveranstaltung", "vor Ort", "en présentiel", "presencial", "in presenza"]),
    Term(&["mixedeventattendancemode", "mixedevent"], &["hybrid event", "Hybridveranstaltung", "événement hybride", "evento híbrido"]),
];

/// Where work is done: <https://schema.org/jobLocationType>
const PLACES: &[Term] = &[
    Term(&["telecommute", "remote", "fullyremote"], &["remote", "fully remote", "work from home", "home office", "Homeoffice", "télétravail", "à distance", "teletrabajo", "remoto", "da remoto", "thuiswerk", "distansarbete", "hjemmekontor", "zdalnie", "удалённо", "удаленно", "リモート", "在宅勤務", "远程"]),
    Term(&["hybrid"], &["hybrid", "hybride", "híbrido", "ibrido", "hybrydowo", "гибрид", "ハイブリッド"]),
    Term(&["onsite"], &["on-site", "in office", "vor Ort", "sur site", "presencial", "in sede", "op locatie", "på plats"]),
];

const GROUPS: &[&[Term]] = &[AVAILABILITY, EMPLOYMENT, CONDITION, EVENTS, PLACES];

/// The words for the terms that have this name.
pub(super) fn aliases(name: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    GROUPS
        .iter()
        .flat_map(|group| group.iter())
        .filter(move |term| term.0.contains(&name))
        .flat_map(|term| term.1.iter().copied())
}
