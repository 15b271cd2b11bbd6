//! A validator of JSON Schemas, for the tests of this module and of the public interface.

use boon::{Compiler, Draft, SchemaIndex, Schemas, ValidationError};
use serde_json::Value;

/// A compiled schema.
pub(crate) struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    /// Compiles a schema of draft 2020-12. Panics when the schema is not valid.
    pub(crate) fn new(schema: &Value) -> Self {
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        compiler.set_default_draft(Draft::V2020_12);
        compiler.add_resource("https://test/schema", schema.clone()).expect("an address");
        let index = compiler.compile("https://test/schema", &mut schemas).expect("a valid schema");
        Self { schemas, index }
    }

    /// Why the schema rejects a value; `None` when it accepts it.
    pub(crate) fn fault<'a>(&'a self, value: &'a Value) -> Option<ValidationError<'a, 'a>> {
        self.schemas.validate(value, self.index).err()
    }

    pub(crate) fn is_valid(&self, value: &Value) -> bool {
        self.fault(value).is_none()
    }
}
