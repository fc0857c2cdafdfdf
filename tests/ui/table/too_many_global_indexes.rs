use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(i1, name = "Index1", pk = "i1pk", sk = "i1sk")]
#[index(i2, name = "Index2", pk = "i2pk", sk = "i2sk")]
#[index(i3, name = "Index3", pk = "i3pk", sk = "i3sk")]
#[index(i4, name = "Index4", pk = "i4pk", sk = "i4sk")]
#[index(i5, name = "Index5", pk = "i5pk", sk = "i5sk")]
#[index(i6, name = "Index6", pk = "i6pk", sk = "i6sk")]
#[index(i7, name = "Index7", pk = "i7pk", sk = "i7sk")]
#[index(i8, name = "Index8", pk = "i8pk", sk = "i8sk")]
#[index(i9, name = "Index9", pk = "i9pk", sk = "i9sk")]
#[index(i10, name = "Index10", pk = "i10pk", sk = "i10sk")]
#[index(i11, name = "Index11", pk = "i11pk", sk = "i11sk")]
#[index(i12, name = "Index12", pk = "i12pk", sk = "i12sk")]
#[index(i13, name = "Index13", pk = "i13pk", sk = "i13sk")]
#[index(i14, name = "Index14", pk = "i14pk", sk = "i14sk")]
#[index(i15, name = "Index15", pk = "i15pk", sk = "i15sk")]
#[index(i16, name = "Index16", pk = "i16pk", sk = "i16sk")]
#[index(i17, name = "Index17", pk = "i17pk", sk = "i17sk")]
#[index(i18, name = "Index18", pk = "i18pk", sk = "i18sk")]
#[index(i19, name = "Index19", pk = "i19pk", sk = "i19sk")]
#[index(i20, name = "Index20", pk = "i20pk", sk = "i20sk")]
#[index(i21, name = "Index21", pk = "i21pk", sk = "i21sk")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE")]
pub struct User {
    pub user_id: String,
    pub created_at: Timestamp,
}

fn main() {}

// fixed, without line 25
