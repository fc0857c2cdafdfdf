// Edits of items: a form for the fields, a preview of everything that changes, and only then the write.
