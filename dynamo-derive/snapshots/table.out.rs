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
    static __LAYOUT_STATIC: __p::TableLayout = __p::TableLayout {
        id: ::core::concat!(::core::module_path!(), "::", "App"),
        table: "App",
        place: __p::Place {
            file: ::core::file!(),
            line: ::core::line!(),
        },
        name: "app-{stage}",
        separator: 35u8,
        pk: __p::KeyAttribute {
            name: __name_of("PK", "\"PK\":"),
            key_type: __p::KeyType::S,
        },
        sk: __Some(__p::KeyAttribute {
            name: __name_of("SK", "\"SK\":"),
            key_type: __p::KeyType::S,
        }),
        type_attribute: __Some(__name_of("type", "\"type\":")),
        ttl: __Some("ttl"),
        stream: true,
        none: __p::NoneAs::Omit,
        indexes: &[
            __p::IndexSchema {
                ident: "gsi1",
                name: "GSI1",
                pk: &[
                    __p::KeyAttribute {
                        name: __name_of("GSI1PK", "\"GSI1PK\":"),
                        key_type: __p::KeyType::S,
                    },
                ],
                sk: &[
                    __p::KeyAttribute {
                        name: __name_of("GSI1SK", "\"GSI1SK\":"),
                        key_type: __p::KeyType::S,
                    },
                ],
                local: false,
                mandatory: true,
                projection: __p::IndexProjection::All,
                billing: __None,
            },
            __p::IndexSchema {
                ident: "by_size",
                name: "LSI1",
                pk: &[
                    __p::KeyAttribute {
                        name: __name_of("PK", "\"PK\":"),
                        key_type: __p::KeyType::S,
                    },
                ],
                sk: &[
                    __p::KeyAttribute {
                        name: __name_of("size", "\"size\":"),
                        key_type: __p::KeyType::N,
                    },
                ],
                local: true,
                mandatory: false,
                projection: __p::IndexProjection::KeysOnly,
                billing: __None,
            },
        ],
        global_indexes: 20,
        complete: true,
        ..__p::TableLayout::FALLBACK
    }
        .noted();
    const __LAYOUT: &__p::TableLayout = &__LAYOUT_STATIC;
    static __STATIC: __p::TableSchema = __p::TableSchema::new(
        __LAYOUT,
        __None,
        &[<User as __p::Entity>::SCHEMA, <notes::Note as __p::Entity>::SCHEMA],
    );
    #[automatically_derived]
    impl __p::Table for App {
        const LAYOUT: &'static __p::TableLayout = __LAYOUT;
        const SCHEMA: &'static __p::TableSchema = &__STATIC;
        const CODE: &'static __p::TableCode = &__p::TableCode {
            base: __None,
            entities: &[
                __p::EntityCode::complete::<User>(),
                __p::EntityCode::complete::<notes::Note>(),
            ],
        };
        fn read_entity<__S: __p::EntitySource>(
            __at: usize,
            __source: __S,
        ) -> __Result<Self, __p::Error> {
            const __BASE: usize = 0;
            match __at - __BASE {
                0usize => __p::EntitySource::read::<User>(__source).map(Self::User),
                1usize => {
                    __p::EntitySource::read::<notes::Note>(__source).map(Self::Note)
                }
                _ => __p::refused(),
            }
        }
        fn write_entity<__S: __p::EntitySink>(
            &self,
            __sink: __S,
        ) -> __Result<__S::Out, __p::Error> {
            match self {
                Self::User(__entity) => __p::EntitySink::write(__sink, __entity),
                Self::Note(__entity) => __p::EntitySink::write(__sink, __entity),
            }
        }
    }
    impl App {
        ///Queries all items in the partition with this key, as `App`. `from`, `beyond`, `to` and `before` restrict it to a range of sort keys.
        #[inline]
        pub fn partition(
            pk: impl __p::AsRef<str>,
        ) -> __Query<__p::AnyOf<Self>, Self, __PrimaryKey> {
            __Query::of_partition(__p::AsRef::as_ref(&pk))
        }
    }
    #[automatically_derived]
    impl __p::From<User> for App {
        fn from(__value: User) -> Self {
            Self::User(__value)
        }
    }
    #[automatically_derived]
    impl __p::From<notes::Note> for App {
        fn from(__value: notes::Note) -> Self {
            Self::Note(__value)
        }
    }
    const _: () = {
        let __found = &__p::check::members(<App as __p::Table>::SCHEMA);
        match __found.place {
            0 => __tell(__found),
            1 => __tell(__found),
            _ => {}
        }
    };
};
