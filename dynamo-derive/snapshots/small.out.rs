#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, long_running_const_eval)]
const _: () = {
    use ::dynamo_core::private as __p;
    const __LAYOUT: &__p::TableLayout = <App as __p::Table>::LAYOUT;
    const __SCHEMA: &__p::EntitySchema = &__p::EntitySchema {
        id: ::core::concat!(::core::module_path!(), "::", "User"),
        name: "User",
        tag: "User",
        table: __LAYOUT.id,
        fields: &[
            __p::FieldSchema {
                field: "user_id",
                attribute: __p::Some("user_id"),
                ty: <String as __p::Attribute>::TYPE,
                optional: <String as __p::Attribute>::OPTIONAL,
                role: __p::Role::Plain,
                sensitive: false,
            },
            __p::FieldSchema {
                field: "name",
                attribute: __p::Some("name"),
                ty: <Option<String> as __p::Attribute>::TYPE,
                optional: <Option<String> as __p::Attribute>::OPTIONAL,
                role: __p::Role::Plain,
                sensitive: false,
            },
        ],
        pk: __p::KeySpec::Template(__p::Template {
            text: "USER#<user_id>",
            parts: &[
                __p::Part::Literal("USER#"),
                __p::Part::Field(__p::KeyPart {
                    field: "user_id",
                    format: __p::Format::Plain,
                    kind: <<String as __p::KeySource>::Key as __p::KeyField>::KIND,
                    optional: <String as __p::KeySource>::OPTIONAL,
                }),
            ],
        }),
        sk: __p::Some(
            __p::KeySpec::Template(__p::Template {
                text: "PROFILE",
                parts: &[__p::Part::Literal("PROFILE")],
            }),
        ),
        indexes: &[],
        complete: true,
    };
    const __KEY: __p::KeyRender = __p::KeyRender {
        entity: "User",
        separator: __LAYOUT.separator,
        sort: false,
    };
    #[inline]
    fn __pk(__w: &mut __p::KeyWriter<'_>, user_id: &__p::KeyArg<String>) {
        __w.start(5usize + <String as __p::KeySource>::key_len(user_id));
        __w.literal("USER#");
        <String as __p::KeySource>::write_plain(__w, "user_id", user_id);
    }
    #[inline]
    fn __sk(__w: &mut __p::KeyWriter<'_>) {
        __w.start(7usize);
        __w.literal("PROFILE");
    }
    #[automatically_derived]
    impl User {
        /**The primary key of a `User`.

Key: `USER#<user_id>` / `PROFILE`.

A value that cannot stand in a key is refused here, before anything is sent.*/
        pub fn key(
            user_id: &__p::KeyArg<String>,
        ) -> __p::Result<__p::Key<Self>, __p::Error> {
            __p::Key::render(
                |__w: &mut __p::KeyWriter<'_>| {
                    __pk(__w, user_id);
                    __p::Ok(())
                },
                __p::Some(|__w: &mut __p::KeyWriter<'_>| {
                    __sk(__w);
                    __p::Ok(())
                }),
            )
        }
        /**Reads `user_id` back from the primary key of a `User`.

Key: `USER#<user_id>` / `PROFILE`.*/
        pub fn parse_key(
            pk: &str,
            sk: &str,
        ) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
            <Self as __p::Entity>::parse(pk, __p::Some(sk))
        }
    }
    #[automatically_derived]
    impl __p::Entity for User {
        type Table = App;
        type KeyFields = (<String as __p::KeySource>::Key,);
        const SCHEMA: &'static __p::EntitySchema = __SCHEMA;
        const ATTRIBUTES: usize = 5usize;
        fn key(&self) -> __p::Result<__p::Key<Self>, __p::Error> {
            __p::Key::render(
                |__w: &mut __p::KeyWriter<'_>| {
                    __pk(__w, <String as __p::KeySource>::required(&self.user_id)?);
                    __p::Ok(())
                },
                __p::Some(|__w: &mut __p::KeyWriter<'_>| {
                    __sk(__w);
                    __p::Ok(())
                }),
            )
        }
        fn parse(
            __pk: &str,
            __sk: __p::Option<&str>,
        ) -> __p::Result<Self::KeyFields, __p::Error> {
            let __captures = __p::KeyCaptures::split::<Self>(__pk, __sk)?;
            __p::Ok((__captures.get::<<String as __p::KeySource>::Key>("user_id")?,))
        }
        fn write_attributes<__M: __p::SlotWriter>(
            &self,
            __m: &mut __M,
        ) -> __p::Result<(), __p::CodecError> {
            __p::SlotWriter::key(
                __m,
                &__KEY,
                &__LAYOUT.pk.name,
                |__w: &mut __p::KeyWriter<'_>| {
                    __pk(__w, <String as __p::KeySource>::required(&self.user_id)?);
                    __p::Ok(())
                },
            )?;
            if let __p::Some(__sort) = &__LAYOUT.sk {
                __p::SlotWriter::key(
                    __m,
                    &__KEY.sorting(true),
                    &__sort.name,
                    |__w: &mut __p::KeyWriter<'_>| {
                        __sk(__w);
                        __p::Ok(())
                    },
                )?;
            }
            if let __p::Some(__tag) = &__LAYOUT.type_attribute {
                __p::SlotWriter::tag(__m, __tag, "User")?;
            }
            <String as __p::Attribute>::write_field(
                &self.user_id,
                __m,
                &__p::Name::new("user_id", "\"user_id\":"),
            )?;
            <Option<
                String,
            > as __p::Attribute>::write_field(
                &self.name,
                __m,
                &__p::Name::new("name", "\"name\":"),
            )?;
            __p::Ok(())
        }
        fn read_attributes<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __p::Result<Self, __p::CodecError> {
            const __PK: &str = __LAYOUT.pk.name.text;
            const __SK: &str = __p::sort_name(__LAYOUT);
            const __TAG: &str = __p::name_or_none(__LAYOUT.type_attribute);
            let mut __f0: __p::Option<String> = __p::None;
            let mut __f1: __p::Option<Option<String>> = __p::None;
            while let __p::Some((__name, __value)) = __p::MapDecoder::next(__map)? {
                match __p::AsRef::<str>::as_ref(&__name) {
                    "user_id" => {
                        <String as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "user_id",
                        )?
                    }
                    "name" => {
                        <Option<
                            String,
                        > as __p::Attribute>::read_field(&mut __f1, __value, "name")?
                    }
                    __PK => __keys.pk(__value, __LAYOUT)?,
                    __SK => __keys.sk(__value, __LAYOUT)?,
                    __TAG => __keys.tag(__value, __TAG, "User")?,
                    _ => __p::Decoder::skip(__value)?,
                }
            }
            __p::Ok(Self {
                user_id: <String as __p::Attribute>::finish_field(__f0, "user_id")?,
                name: <Option<String> as __p::Attribute>::finish_field(__f1, "name")?,
            })
        }
    }
    const _: () = __p::check::partition_key(__LAYOUT, __SCHEMA);
    const _: () = __p::check::sort_key(__LAYOUT, __SCHEMA);
    const _: () = __p::check::mandatory(__LAYOUT, __SCHEMA);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 0usize);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 1usize);
    const _: () = __p::check::lists(<App as __p::Table>::SCHEMA, __SCHEMA);
};
