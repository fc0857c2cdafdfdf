#[derive(Attribute)]
#[attribute(tag = "kind")]
pub enum Payment {
    Cash,
    Card { number: String },
    Voucher(Voucher),
}
