//! What is not our component is turned away, each with its own error.

use aana_host::{Component, EngineOptions, LoadError};

fn load(text: &str) -> Result<Component, LoadError> {
    Component::new(&wat::parse_str(text).unwrap(), EngineOptions::default())
}

#[test]
fn bytes_that_are_no_component() {
    for bytes in [&b""[..], b"nothing", b"\0asm\x01\0\0\0"] {
        let error = Component::new(bytes, EngineOptions::default()).err().unwrap();
        assert!(matches!(error, LoadError::NotAComponent(_)), "{error:?}");
        assert!(std::error::Error::source(&error).is_some());
    }
}

#[test]
fn a_component_that_imports() {
    let error = load(r#"(component (import "now" (func (result u64))))"#).err().unwrap();
    assert!(matches!(error, LoadError::Imports(_)), "{error:?}");
}

#[test]
fn a_component_of_another_world() {
    let error = load("(component)").err().unwrap();
    assert!(matches!(error, LoadError::OtherWorld(_)), "{error:?}");
    assert_eq!(error.to_string(), "the component does not export what `aana:gate@1.0.0` says");
}

#[test]
fn an_engine_that_no_system_grants() {
    let options = EngineOptions { pool: Some(u32::MAX), ..EngineOptions::default() };
    let error = Component::new(b"", options).err().unwrap();
    assert!(matches!(error, LoadError::Engine(_)), "{error:?}");
}
