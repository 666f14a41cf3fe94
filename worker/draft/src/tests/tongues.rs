//! Pages of several kinds in several languages, with what a person reads on them.

use serde_json::{Value, json};

use super::{draft, text};

fn check(fields: &Value, html: &str, expect: &Value) {
    let got = draft(fields, html);
    for (field, value) in expect.as_object().expect("an object") {
        assert_eq!(got.row[field], *value, "{field} of {html}");
    }
}

fn product() -> Value {
    json!({
        "name": text(), "price": {"type": ["number", "null"]}, "currency": text(), "sku": text(),
        "brand": text(), "gtin": text(),
        "availability": {"enum": ["InStock", "OutOfStock", null]},
    })
}

#[test]
fn products() {
    let check = |html: &str, expect: Value| check(&product(), html, &expect);
    check(
        "<html lang=de><h1>Kessel</h1><p class=preis>1.299,00 € <s>1.499,00 €</s></p>\
         <p>Grundpreis: 2,30 € / kg</p><p>Artikelnummer: K-1299</p><p>Marke: Lind</p><p>EAN: 4006381333931</p>\
         <p>Derzeit nicht lieferbar</p>",
        json!({"price": 1299, "currency": null, "sku": "K-1299", "brand": "Lind",
               "gtin": "4006381333931", "availability": "OutOfStock"}),
    );
    check(
        "<html lang=fr><h1>Bouilloire</h1><p><del>59,90 €</del> <b class=prix>39,90 €</b></p>\
         <table><tr><th>Marque<td>Lind<tr><th>Référence<td>B-3990<tr><th>Code EAN<td>4006381333931</table>\
         <p class=stock>En rupture de stock</p>",
        json!({"price": 39.9, "sku": "B-3990", "brand": "Lind", "gtin": "4006381333931",
               "availability": "OutOfStock"}),
    );
    check(
        "<html lang=es><h1>Tetera</h1><p>Precio: 1.299,50 €</p><p>Referencia: T-12</p><p>Marca: Lind</p>\
         <p>Disponibilidad: Agotado</p>",
        json!({"price": 1299.5, "sku": "T-12", "brand": "Lind", "availability": "OutOfStock"}),
    );
    check(
        "<html lang=pl><h1>Czajnik</h1><p>Cena: 1 299,00 PLN</p><p>Kod produktu: C-12</p><p>Marka: Lind</p>\
         <p>Dostępność: dostępny</p>",
        json!({"price": 1299, "currency": "PLN", "sku": "C-12", "brand": "Lind",
               "availability": "InStock"}),
    );
    check(
        "<html lang=ja><h1>やかん</h1><p>販売価格：12,800円（税込）</p><p>ブランド：リンド</p>\
         <p>JANコード：4901234567894</p><p>在庫：在庫あり</p><p>商品コード：Y-128</p>",
        json!({"price": 12800, "brand": "リンド", "gtin": "4901234567894", "availability": "InStock",
               "sku": "Y-128"}),
    );
    check(
        "<html lang=ar dir=rtl><h1>غلاية</h1><p>السعر: ١٬٢٩٩٫٥٠ ر.س</p><p>الماركة: ليند</p>\
         <p>الحالة: غير متوفر</p><p>رقم المنتج: G-129</p>",
        json!({"price": 1299.5, "brand": "ليند", "sku": "G-129"}),
    );
    check(
        "<html lang=it><h1>Bollitore</h1><p>Prezzo: € 39,90</p><p>Codice prodotto: B-39</p>\
         <p>Disponibilità: Disponibile</p>",
        json!({"price": 39.9, "sku": "B-39", "availability": "InStock"}),
    );
    check(
        "<html lang=sv><h1>Kittel</h1><p>Pris: 1 299 kr</p><p>Artikelnummer: K12345</p><p>Varumärke: Lind</p>\
         <p>Lagerstatus: Slut i lager</p>",
        json!({"price": 1299, "currency": null, "sku": "K12345", "brand": "Lind",
               "availability": "OutOfStock"}),
    );
    check(
        "<html lang=ru><h1>Чайник</h1><p>Цена: 1 299,50 руб.</p><p>Артикул: Ч-129</p><p>Бренд: Линд</p>\
         <p>Наличие: нет в наличии</p>",
        json!({"price": 1299.5, "sku": "Ч-129", "brand": "Линд", "availability": "OutOfStock"}),
    );
}

#[test]
fn news() {
    let fields =
        json!({"title": text(), "author": text(), "publishedAt": text(), "updatedAt": text()});
    let check = |html: &str, expect: Value| check(&fields, html, &expect);
    check(
        "<html lang=de><h1>Sturm</h1><p>Autor: Tove Lind</p><p>Veröffentlicht am: 5. März 2019, 08:03 Uhr</p>\
         <p>Aktualisiert am: 6. März 2019</p>",
        json!({"author": "Tove Lind", "publishedAt": "5. März 2019, 08:03 Uhr",
               "updatedAt": "6. März 2019"}),
    );
    check(
        "<html lang=fr><h1>Tempête</h1><p>Publié le 5 mars 2019 à 8h03 par Tove Lind</p>\
         <p>Mis à jour le 6 mars 2019</p>",
        json!({"author": "Tove Lind", "publishedAt": "5 mars 2019", "updatedAt": "6 mars 2019"}),
    );
    check(
        "<html lang=es><h1>Tormenta</h1><p>Por Tove Lind</p><p>Publicado el 5 de marzo de 2019</p>\
         <p>Actualizado el 6 de marzo de 2019</p>",
        json!({"author": "Tove Lind", "publishedAt": "5 de marzo de 2019",
               "updatedAt": "6 de marzo de 2019"}),
    );
    check(
        "<html lang=pl><h1>Burza</h1><p>Autor: Tove Lind</p><p>Opublikowano: 5 marca 2019</p>",
        json!({"author": "Tove Lind", "publishedAt": "5 marca 2019"}),
    );
    check(
        "<html lang=ja><h1>嵐</h1><p>著者：山田太郎</p><p>公開日：2019年3月5日</p><p>更新日：2019年3月6日</p>",
        json!({"author": "山田太郎", "publishedAt": "2019年3月5日", "updatedAt": "2019年3月6日"}),
    );
    check(
        "<html lang=ar><h1>عاصفة</h1><p>بقلم: سارة خليل</p><p>تاريخ النشر: 2019-03-05</p>",
        json!({"author": "سارة خليل", "publishedAt": "2019-03-05"}),
    );
    check(
        "<html lang=ru><h1>Буря</h1><p>Автор: Анна Линд</p><p>Опубликовано: 5 марта 2019</p>",
        json!({"author": "Анна Линд", "publishedAt": "5 марта 2019"}),
    );
}

#[test]
fn jobs_events_and_recipes() {
    let fields = json!({
        "company": text(), "location": text(), "startDate": text(), "venue": text(),
        "prepTime": text(), "servings": text(), "price": {"type": ["number", "null"]},
    });
    let check = |html: &str, expect: Value| check(&fields, html, &expect);
    check(
        "<html lang=de><h1>Koch</h1><dl><dt>Arbeitgeber<dd>Lind GmbH<dt>Arbeitsort<dd>Kiel</dl>",
        json!({"company": "Lind GmbH", "location": "Kiel"}),
    );
    check(
        "<html lang=pl><h1>Kucharz</h1><p>Pracodawca: Lind</p><p>Lokalizacja: Gdynia</p>",
        json!({"company": "Lind", "location": "Gdynia"}),
    );
    check(
        "<html lang=ja><h1>料理人</h1><p>会社名：リンド</p><p>勤務地：横浜</p>",
        json!({"company": "リンド", "location": "横浜"}),
    );
    check(
        "<html lang=fr><h1>Concert</h1><p>Date de début : 5 mars 2019</p><p>Lieu : Salle Lind</p>",
        json!({"startDate": "5 mars 2019"}),
    );
    check(
        "<html lang=es><h1>Sopa</h1><p>Tiempo de preparación: 20 minutos</p><p>Raciones: 4</p>",
        json!({"prepTime": "20 minutos", "servings": "4"}),
    );
    check(
        "<html lang=de><h1>Suppe</h1><p>Vorbereitungszeit: 20 Minuten</p><p>Portionen: 4</p>",
        json!({"prepTime": "20 Minuten", "servings": "4"}),
    );
    check(
        "<html lang=de><h1>Konzert</h1><p>Eintritt: 12,50 €</p>",
        json!({"price": 12.5}),
    );
}

#[test]
fn what_is_paid_tells_for_how_long() {
    let fields = json!({
        "salaryMin": {"type": ["number", "null"]}, "salaryMax": {"type": ["number", "null"]},
        "salaryPeriod": {"enum": ["HOUR", "MONTH", "YEAR", null]},
    });
    let paid = |html: &str, min: f64, max: f64, period: Value| {
        let expect = json!({"salaryMin": min, "salaryMax": max, "salaryPeriod": period});
        let got = draft(&fields, &format!("<html {html}"));
        for field in ["salaryMin", "salaryMax"] {
            assert_eq!(got.row[field].as_f64(), expect[field].as_f64(), "{html}");
        }
        assert_eq!(got.row["salaryPeriod"], expect["salaryPeriod"], "{html}");
    };
    let page = "lang=en><h1>Lecturer</h1><p>Salary: £41,732 to £51,805 per annum</p>";
    paid(page, 41732.0, 51805.0, json!("YEAR"));
    let page = "lang=de><h1>Buchhalter</h1><p>Gehalt: 3.200 € – 3.800 € brutto/Monat</p>";
    paid(page, 3200.0, 3800.0, json!("MONTH"));
    let page = "lang=pl><h1>Magazynier</h1><p>Wynagrodzenie: 4 800 – 5 400 zł brutto / mies.</p>";
    paid(page, 4800.0, 5400.0, json!("MONTH"));
    let page = "lang=ru><h1>Повар</h1><p>Зарплата: от 60 000 до 80 000 ₽ в месяц</p>";
    paid(page, 60000.0, 80000.0, json!("MONTH"));
    // A period of one sum, not of the other.
    let page = "lang=en><h1>Barista</h1><p>Pay: $17 - $19 per hour</p><p>Contract: one year</p>";
    paid(page, 17.0, 19.0, json!("HOUR"));
    let free = json!({"salaryPeriod": text()});
    let page = "<h1>Cook</h1><p>Salary: $25 per hour</p>";
    check(&free, page, &json!({"salaryPeriod": null}));
}
