#[doc(hidden)]
#[allow(
    dead_code,
    deprecated,
    for_loops_over_fallibles,
    long_running_const_eval,
    missing_copy_implementations,
    missing_debug_implementations,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_code,
    unreachable_patterns,
    unreachable_pub,
    unused_mut,
    unused_qualifications,
    unused_variables,
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
)]
const _: () = {
    use ::dynamo_core::private::named::*;
    const __LAYOUT: &__p::TableLayout = <<Note as __p::Entity>::Table as __p::Table>::LAYOUT;
    const _: () = __p::check::shown(<Note as __p::Entity>::SCHEMA, "id");
    const __A0: &str = __p::check::projected(<Note as __p::Entity>::SCHEMA, "id");
    const _: () = __p::check::shown(<Note as __p::Entity>::SCHEMA, "title");
    const __A1: &str = __p::check::projected(<Note as __p::Entity>::SCHEMA, "title");
    #[automatically_derived]
    impl __p::Projection for NoteTitle {
        type Entity = Note;
        const FIELDS: &'static [&'static str] = &["id", "title"];
        fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
        ) -> __Result<Self, __p::CodecError> {
            let mut __f0: __Option<String> = __None;
            let mut __f1: __Option<String> = __None;
            while let __Some((__name, __value)) = __p::MapDecoder::next(__map)? {
                match __p::current_name(
                    <Note as __p::Entity>::SCHEMA,
                    __p::AsRef::<str>::as_ref(&__name),
                ) {
                    __A0 => {
                        __p::read_projected(
                            || <Note>::fields().id,
                            &mut __f0,
                            __value,
                            __A0,
                        )?
                    }
                    __A1 => {
                        __p::read_projected(
                            || <Note>::fields().title,
                            &mut __f1,
                            __value,
                            __A1,
                        )?
                    }
                    _ => __p::Decoder::skip(__value)?,
                }
            }
            __Ok(Self {
                id: __p::finish_projected(|| <Note>::fields().id, __f0, __A0)?,
                title: __p::finish_projected(|| <Note>::fields().title, __f1, __A1)?,
            })
        }
    }
    const _: () = __p::check::held(
        <Note as __p::Entity>::SCHEMA,
        __LAYOUT,
        "by_size",
        &[__A0, __A1],
    );
    #[automatically_derived]
    impl __p::HeldBy<__p::IndexName<28563565973567842>> for NoteTitle {}
};
