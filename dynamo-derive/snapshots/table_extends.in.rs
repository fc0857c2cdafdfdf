#[derive(Table)]
#[table(extends = Core)]
pub enum Shop {
    #[base]
    Core(Core),
    Order(Order),
}
