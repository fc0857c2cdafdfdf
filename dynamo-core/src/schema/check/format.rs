//! Rules about the formats of fields in keys.

use super::super::message::Message;
use super::super::text;
use crate::schema::{Format, KeyKind, KeyPart, TableLayout};

/// Rule 10: padding is for numbers, folding and escaping for text, days are of timestamps.
pub(super) const fn suits(part: &KeyPart, out: &mut Message) -> bool {
    let (field, is_text) = (part.field, matches!(part.kind, KeyKind::Text | KeyKind::Closed(_) | KeyKind::Open(_)));
    let what = match part.format {
        Format::Padded(_) if !matches!(part.kind, KeyKind::Unsigned) => {
            "is padded in the key, and is not an unsigned number"
        }
        Format::Unordered if !matches!(part.kind, KeyKind::Unsigned | KeyKind::Signed) => {
            "is `unordered` in the key, and is not a whole number"
        }
        Format::Folded(_) | Format::FoldedEscaped(_) if matches!(part.kind, KeyKind::Closed(_) | KeyKind::Open(_)) => {
            return out.say(
                "`{}` is folded to one case in the key, and has a few texts that its type gives\n\
                 help: write `<{}>`, and rename the variants",
                &[field, field],
            );
        }
        Format::Escaped | Format::Folded(_) | Format::FoldedEscaped(_) if !is_text => {
            "is escaped or folded in the key, and is not free text"
        }
        Format::Bucket(bucket) if !bucket.is_of(part.kind) => {
            return out.say(
                "`{}` stands in the key by its {}, and is not a timestamp\nhelp: write `<{}>`",
                &[field, bucket.name(), field],
            );
        }
        _ if has_no_text(part.kind) => {
            return out.say(
                "`{}` is a floating-point number or binary, which has no text that sorts as it does\n\
                 help: use it as a bare field in an index whose key has that type, or another field here",
                &[field],
            );
        }
        _ => return false,
    };
    out.say("`{}` {}\nhelp: write `<{}>`", &[field, what, field])
}

/// Whether values of a kind have no text that sorts as they do.
pub(super) const fn has_no_text(kind: KeyKind) -> bool {
    matches!(kind, KeyKind::Float | KeyKind::Bytes)
}

/// No value of a closed or fixed kind holds the separator.
pub(super) const fn stays_in_segment(layout: &TableLayout, part: &KeyPart, out: &mut Message) -> bool {
    let mut bad = false;
    match (part.format, part.kind) {
        (Format::Escaped | Format::FoldedEscaped(_), _) => return false,
        (Format::Bucket(_), _) | (_, KeyKind::Signed) => bad = layout.separator == b'-',
        (_, KeyKind::Fixed { punctuation, .. }) => bad = text::contains(punctuation, layout.separator),
        (_, KeyKind::Closed(values) | KeyKind::Open(values)) => {
            let mut i = 0;
            while i < values.len() {
                bad = bad || values[i].is_empty() || text::contains(values[i], layout.separator);
                i += 1;
            }
        }
        _ => {}
    }
    if bad {
        return out.say(
            "a value of `{}` holds the separator of table `{}` or is empty\n\
             help: rename the variant, or change the table's `separator`",
            &[part.field, layout.table],
        );
    }
    false
}
