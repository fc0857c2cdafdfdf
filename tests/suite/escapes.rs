//! `<x:escaped>`: free text in keys of every separator: in order, parsed back, and nobody else's.

use std::ops::Bound;

use dynamo_core::prelude::*;
use proptest::prelude::*;

/// What a test needs of the entity of one separator.
#[derive(Debug, Clone, Copy)]
struct Keys {
    separator: char,
    key: fn(&str, &str) -> Option<(String, String)>,
    parse: fn(&str, &str) -> Option<(String, String)>,
    /// The sort key in an index, where the fields stand the other way round.
    turned: fn(&str, &str) -> Option<String>,
}

macro_rules! separators {
    ($($name:ident $separator:tt $pk:tt $sk:tt $turned:tt;)*) => {
        $(mod $name {
            use dynamo_core::prelude::*;

            #[derive(Table)]
            #[table(name = "escapes", pk = "pk", sk = "sk", separator = $separator)]
            #[index(turned, name = "turned", pk = "gsi1pk", sk = "gsi1sk")]
            pub(super) enum Escapes { Text(Text) }

            #[derive(Entity)]
            #[entity(table = Escapes, pk = $pk, sk = $sk, turned = ("ALL", $turned))]
            pub(super) struct Text { a: String, b: String }

            pub(super) fn key(a: &str, b: &str) -> Option<(String, String)> {
                let key = Text::key(a, b).ok()?;
                Some((key.pk().to_owned(), key.sk()?.to_owned()))
            }

            pub(super) fn parse(pk: &str, sk: &str) -> Option<(String, String)> {
                Text::parse_key(pk, sk).ok()
            }

            pub(super) fn turned(a: &str, b: &str) -> Option<String> {
                let text = Text { a: a.to_owned(), b: b.to_owned() };
                Some(text.turned_key().ok()?.sk()?.to_owned())
            }
        })*

        const KEYS: &[Keys] = &[$(Keys {
            separator: $separator.as_bytes()[0] as char, key: $name::key, parse: $name::parse, turned: $name::turned,
        }),*];
    };
}

separators! {
    by_21 "!" "P!<a:escaped>" "<a:escaped>!<b:escaped>" "T!<b:escaped>!<a:escaped>";
    by_22 "\"" "P\"<a:escaped>" "<a:escaped>\"<b:escaped>" "T\"<b:escaped>\"<a:escaped>";
    by_23 "#" "P#<a:escaped>" "<a:escaped>#<b:escaped>" "T#<b:escaped>#<a:escaped>";
    by_24 "$" "P$<a:escaped>" "<a:escaped>$<b:escaped>" "T$<b:escaped>$<a:escaped>";
    by_26 "&" "P&<a:escaped>" "<a:escaped>&<b:escaped>" "T&<b:escaped>&<a:escaped>";
    by_27 "'" "P'<a:escaped>" "<a:escaped>'<b:escaped>" "T'<b:escaped>'<a:escaped>";
    by_28 "(" "P(<a:escaped>" "<a:escaped>(<b:escaped>" "T(<b:escaped>(<a:escaped>";
    by_29 ")" "P)<a:escaped>" "<a:escaped>)<b:escaped>" "T)<b:escaped>)<a:escaped>";
    by_2a "*" "P*<a:escaped>" "<a:escaped>*<b:escaped>" "T*<b:escaped>*<a:escaped>";
    by_2b "+" "P+<a:escaped>" "<a:escaped>+<b:escaped>" "T+<b:escaped>+<a:escaped>";
    by_2c "," "P,<a:escaped>" "<a:escaped>,<b:escaped>" "T,<b:escaped>,<a:escaped>";
    by_2d "-" "P-<a:escaped>" "<a:escaped>-<b:escaped>" "T-<b:escaped>-<a:escaped>";
    by_2e "." "P.<a:escaped>" "<a:escaped>.<b:escaped>" "T.<b:escaped>.<a:escaped>";
    by_2f "/" "P/<a:escaped>" "<a:escaped>/<b:escaped>" "T/<b:escaped>/<a:escaped>";
    by_3a ":" "P:<a:escaped>" "<a:escaped>:<b:escaped>" "T:<b:escaped>:<a:escaped>";
    by_3b ";" "P;<a:escaped>" "<a:escaped>;<b:escaped>" "T;<b:escaped>;<a:escaped>";
    by_3d "=" "P=<a:escaped>" "<a:escaped>=<b:escaped>" "T=<b:escaped>=<a:escaped>";
    by_3f "?" "P?<a:escaped>" "<a:escaped>?<b:escaped>" "T?<b:escaped>?<a:escaped>";
    by_40 "@" "P@<a:escaped>" "<a:escaped>@<b:escaped>" "T@<b:escaped>@<a:escaped>";
    by_5b "[" "P[<a:escaped>" "<a:escaped>[<b:escaped>" "T[<b:escaped>[<a:escaped>";
    by_5c "\\" "P\\<a:escaped>" "<a:escaped>\\<b:escaped>" "T\\<b:escaped>\\<a:escaped>";
    by_5d "]" "P]<a:escaped>" "<a:escaped>]<b:escaped>" "T]<b:escaped>]<a:escaped>";
    by_5e "^" "P^<a:escaped>" "<a:escaped>^<b:escaped>" "T^<b:escaped>^<a:escaped>";
    by_5f "_" "P_<a:escaped>" "<a:escaped>_<b:escaped>" "T_<b:escaped>_<a:escaped>";
    by_60 "`" "P`<a:escaped>" "<a:escaped>`<b:escaped>" "T`<b:escaped>`<a:escaped>";
    by_7b "{" "P{<a:escaped>" "<a:escaped>{<b:escaped>" "T{<b:escaped>{<a:escaped>";
    by_7c "|" "P|<a:escaped>" "<a:escaped>|<b:escaped>" "T|<b:escaped>|<a:escaped>";
    by_7d "}" "P}<a:escaped>" "<a:escaped>}<b:escaped>" "T}<b:escaped>}<a:escaped>";
    by_7e "~" "P~<a:escaped>" "<a:escaped>~<b:escaped>" "T~<b:escaped>~<a:escaped>";
}

/// Texts of what lies next to a separator, or looks like an escape, and any others.
fn text() -> impl Strategy<Value = String> {
    let near = (prop::sample::select(KEYS), prop::collection::vec((-2..=2_i8, "[a-p]{0,2}"), 1..4)).prop_map(
        |(keys, parts)| {
            let near = |by: i8| char::from((keys.separator as u8).saturating_add_signed(by));
            parts.into_iter().flat_map(|(by, letters)| [near(by).to_string(), letters]).collect()
        },
    );
    prop_oneof![near, "[ -~]{1,4}", "[\\x00-\\x7f]{1,3}", "\\PC{1,6}", "[a-c]{1,3}"]
}

#[test]
fn every_separator_that_a_table_may_have_is_tried() {
    let tried: String = KEYS.iter().map(|keys| keys.separator).collect();
    let allowed: String = ('!'..='~').filter(|c| c.is_ascii_punctuation() && !"%<>".contains(*c)).collect();
    assert_eq!(tried, allowed);
}

proptest! {
    #[test]
    fn the_order_of_values_is_the_order_of_keys(one in (text(), text()), other in (text(), text())) {
        for keys in KEYS {
            let sk = |(a, b): &(String, String)| (keys.key)(a, b).unwrap().1;
            prop_assert_eq!(sk(&one).cmp(&sk(&other)), one.cmp(&other), "{}", keys.separator);
            let turned = |(a, b): &(String, String)| (keys.turned)(a, b).unwrap();
            let values = |(a, b): &(String, String)| (b.clone(), a.clone());
            prop_assert_eq!(turned(&one).cmp(&turned(&other)), values(&one).cmp(&values(&other)), "{}", keys.separator);
        }
    }

    #[test]
    fn a_value_that_begins_another_sorts_before_it(a in text(), more in text(), b in text(), c in text()) {
        for keys in KEYS {
            let (short, long) = ((keys.key)(&a, &b).unwrap().1, (keys.key)(&format!("{a}{more}"), &c).unwrap().1);
            prop_assert!(short < long, "{}: {short:?} {long:?}", keys.separator);
        }
    }

    #[test]
    fn keys_parse_back(a in text(), b in text()) {
        for keys in KEYS {
            let (pk, sk) = (keys.key)(&a, &b).unwrap();
            prop_assert_eq!(sk.matches(keys.separator).count(), 1);
            prop_assert_eq!((keys.parse)(&pk, &sk), Some((a.clone(), b.clone())), "{}", keys.separator);
        }
    }

    #[test]
    fn no_other_text_is_taken_for_a_key(a in text(), b in text(), at in any::<prop::sample::Index>(), c in any::<char>()) {
        for keys in KEYS {
            let (pk, sk) = (keys.key)(&a, &b).unwrap();
            // One character more, less, or another.
            let (at, chars) = (at.index(sk.chars().count()), sk.chars().collect::<Vec<_>>());
            let with = |middle: &[char], rest: usize| [&chars[..at], middle, &chars[rest..]].concat().iter().collect::<String>();
            for sk in [with(&[c], at), with(&[], at + 1), with(&[c], at + 1)] {
                if let Some((a, b)) = (keys.parse)(&pk, &sk) {
                    prop_assert_eq!((keys.key)(&a, &b), Some((pk.clone(), sk)), "{}", keys.separator);
                }
            }
            for text in [&a, &b] {
                if let Some((x, y)) = (keys.parse)(text, &sk) {
                    prop_assert_eq!(&(keys.key)(&x, &y).unwrap().0, text);
                }
            }
        }
    }

    #[test]
    fn no_two_pairs_have_one_key(one in (text(), text()), other in (text(), text())) {
        for keys in KEYS {
            prop_assert_eq!((keys.key)(&one.0, &one.1) == (keys.key)(&other.0, &other.1), one == other);
            let moved = format!("{}{}{}", one.0, keys.separator, one.1);
            prop_assert_ne!((keys.key)(&moved, &other.1), (keys.key)(&one.0, &format!("{}{}{}", one.1, keys.separator, other.1)));
        }
    }
}

#[derive(Table, Debug)]
#[table(name = "shelf", pk = "pk", sk = "sk")]
#[index(by_title, name = "byTitle", pk = "gsi1pk", sk = "gsi1sk")]
enum Shelf {
    Book(Book),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shelf,
    pk = "SHELF#<shelf>",
    sk = "BOOK#<title:escaped>",
    by_title = ("SHELF#<shelf>", "BOOK#<title:escaped>#<id>"),
)]
struct Book {
    shelf: String,
    title: String,
    id: String,
}

/// Titles in a range, by both keys.
async fn titles(db: &Db, range: &(Bound<String>, Bound<String>)) -> Result<Vec<String>, TestCaseError> {
    let of = |books: Vec<Book>| books.into_iter().map(|book| book.title).collect::<Vec<_>>();
    let own = of(db.query(Book::query("s").title(range.clone())).page().await.unwrap().items);
    let more = of(db.query(Book::query_by_title("s").title(range.clone())).page().await.unwrap().items);
    prop_assert_eq!(&own, &more, "where more of the key follows");
    Ok(own)
}

async fn shelf(titles: &[String]) -> Db {
    let db = Db::embedded().await.unwrap();
    db.create_table::<Shelf>().await.unwrap();
    for (i, title) in titles.iter().enumerate() {
        db.put(&Book { shelf: "s".into(), title: title.clone(), id: format!("{}", i % 3) }).await.unwrap();
    }
    db
}

#[tokio::test]
async fn a_range_holds_the_titles_that_lie_in_it() {
    let all = ["a#1", "a$5", "a%", "a&", "b"].map(str::to_owned);
    let db = shelf(&all).await;
    let from = (Bound::Included("a$".to_owned()), Bound::Unbounded);
    assert_eq!(titles(&db, &from).await.unwrap(), ["a$5", "a%", "a&", "b"]);
    let to = (Bound::Unbounded, Bound::Included("a$".to_owned()));
    assert_eq!(titles(&db, &to).await.unwrap(), ["a#1"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn ranges_are_those_of_the_values(
        mut all in prop::collection::vec(text(), 1..12), ends in prop::collection::vec((text(), text(), 0..3_u8, 0..3_u8), 4), prefix in text(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            all.sort();
            all.dedup();
            let db = shelf(&all).await;
            for (from, to, how_from, how_to) in ends {
                let bound = |text: String, how| match how {
                    0 => Bound::Included(text),
                    1 => Bound::Excluded(text),
                    _ => Bound::Unbounded,
                };
                let range = (bound(from, how_from), bound(to, how_to));
                let within: Vec<_> = all.iter().filter(|title| std::ops::RangeBounds::contains(&range, *title)).cloned().collect();
                prop_assert_eq!(titles(&db, &range).await?, within, "{:?}", range);
            }
            for prefix in all.iter().map(|title| title.chars().take(1).collect()).chain([prefix]) {
                let found = db.query(Book::query_by_title("s").title(begins_with(&prefix))).page().await.unwrap().items;
                let found: Vec<_> = found.into_iter().map(|book| book.title).collect();
                let expected: Vec<_> = all.iter().filter(|title| title.starts_with(&prefix)).cloned().collect();
                prop_assert_eq!(found, expected, "{:?}", prefix);
            }
            Ok(())
        })?;
    }
}
