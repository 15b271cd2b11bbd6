//! The catalogue that is compiled in, and declarations that are refused.

use deck::Registry;

#[test]
fn the_catalogue_holds_the_34_types() {
    assert_eq!(Registry::core().types().count(), 34);
}
