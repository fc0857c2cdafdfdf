//! Conditions on the size of an attribute.

use std::marker::PhantomData;

use super::condition::{Compare, Condition, Node};
use super::{Operand, Path};
use crate::entity::Entity;
use crate::schema::NoneAs;

/// The size of an attribute, which can be compared with a number.
#[derive(Debug)]
#[must_use = "a size does nothing until it is compared"]
pub struct Size<E> {
    path: Path,
    entity: PhantomData<fn() -> E>,
}

impl<E> Size<E> {
    pub(super) fn new(path: Path) -> Self {
        Self { path, entity: PhantomData }
    }
}

impl<E: Entity> Size<E> {
    fn compare(self, with: Compare, size: impl Operand<E, usize>) -> Condition<E> {
        let (left, right) = (Node::Size(self.path), size.operand(NoneAs::Omit));
        Condition::of_fields(Node::Compare(Box::new(left), with, Box::new(right)))
    }

    /// Requires the size to lie between `from` and `to`, both included.
    ///
    /// ```
    /// # use doc_tables::note::*;
    /// let short = Note::fields().text.size().between(1, 140);
    /// assert_eq!(short.to_string(), "size(text) between 1 and 140");
    /// ```
    pub fn between(self, from: impl Operand<E, usize>, to: impl Operand<E, usize>) -> Condition<E> {
        let nodes = [Node::Size(self.path), from.operand(NoneAs::Omit), to.operand(NoneAs::Omit)];
        Condition::new(Node::Between(Box::new(nodes)))
    }

    /// Requires the size to be equal to `size`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().chapters.size().eq(2));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn eq(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Compare::Eq, size)
    }

    /// Requires the size to differ from `size`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().chapters.size().ne(2));
    /// assert_eq!(found.first().await?.unwrap().title, "Lavinia");
    /// # Ok(()) });
    /// ```
    pub fn ne(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Compare::Ne, size)
    }

    /// Requires the size to be less than `size`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().chapters.size().lt(2));
    /// assert_eq!(found.first().await?.unwrap().title, "Lavinia");
    /// # Ok(()) });
    /// ```
    pub fn lt(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Compare::Lt, size)
    }

    /// Requires the size to be less than or equal to `size`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().chapters.size().le(1));
    /// assert_eq!(found.first().await?.unwrap().title, "Lavinia");
    /// # Ok(()) });
    /// ```
    pub fn le(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Compare::Le, size)
    }

    /// Requires the size to be greater than `size`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().chapters.size().gt(1));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn gt(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Compare::Gt, size)
    }

    /// Requires the size to be greater than or equal to `size`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().chapters.size().ge(2));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn ge(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Compare::Ge, size)
    }
}

impl<E> Operand<E, usize> for Size<E> {
    fn operand(self, _: NoneAs) -> Node {
        Node::Size(self.path)
    }
}
