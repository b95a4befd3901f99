//! The account of a bot.

use std::fmt;

use thiserror::Error;

/// The prefix of the names of programs, as the server's own page asks.
const PREFIX: &str = "ai-";

/// Longest name and password, in bytes.
const MAX_NAME: usize = 16;
const MAX_PASSWORD: usize = 32;

/// Whether a name is that of a program.
#[must_use]
pub fn is_program(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// An account's name and password.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    name: String,
    password: String,
}

/// Why a name or password cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum AccountError {
    /// The name is too long.
    #[error("\"{0}\" is longer than {MAX_NAME} bytes, the prefix {PREFIX} included")]
    LongName(String),
    /// The name has other characters.
    #[error(
        "\"{0}\" cannot be a name: only letters, digits, - and _, of which the last two neither at an end nor in a row"
    )]
    Name(String),
    /// The password is too long.
    #[error("the password is longer than {MAX_PASSWORD} bytes")]
    LongPassword,
    /// The server would change the password.
    #[error(
        "the password has a control character, or spaces at an end or in a row, which the server does not keep"
    )]
    Password,
}

impl Account {
    /// An account; a name without the prefix of programs gets it.
    ///
    /// # Errors
    /// If the server would not take the name or the password.
    pub fn new(name: &str, password: &str) -> Result<Self, AccountError> {
        let name = if is_program(name) { name.to_owned() } else { format!("{PREFIX}{name}") };
        if name.len() > MAX_NAME {
            return Err(AccountError::LongName(name));
        }
        let parts = name.split(['-', '_']);
        let is_word =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric());
        if !parts.clone().all(is_word) {
            return Err(AccountError::Name(name));
        }
        if password.len() > MAX_PASSWORD {
            return Err(AccountError::LongPassword);
        }
        let kept = password.split_whitespace().collect::<Vec<&str>>().join(" ");
        if kept != password || password.chars().any(char::is_control) {
            return Err(AccountError::Password);
        }
        Ok(Self { name, password: password.to_owned() })
    }

    /// The name, with the prefix.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The password, for the login alone.
    pub(super) fn password(&self) -> &str {
        &self.password
    }
}

impl fmt::Debug for Account {
    /// Leaves out the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_the_prefix_of_programs() {
        assert_eq!(Account::new("branan", "x").unwrap().name(), "ai-branan");
        assert_eq!(Account::new("ai-branan_7", "").unwrap().name(), "ai-branan_7");
        for name in ["", "-x", "x-", "a--b", "a_-b", "é", "a b", "a\nb"] {
            let error = Account::new(name, "x").unwrap_err();
            assert!(matches!(error, AccountError::Name(_)), "{name}");
        }
        assert!(matches!(Account::new("fourteen-bytes", ""), Err(AccountError::LongName(_))));
    }

    #[test]
    fn passwords_are_never_shown() {
        let account = Account::new("branan", "open sesame").unwrap();
        assert!(!format!("{account:?}").contains("sesame"));
        for password in ["two  spaces", " x", "x\n", "a\tb"] {
            assert_eq!(Account::new("b", password), Err(AccountError::Password), "{password:?}");
        }
        assert_eq!(Account::new("b", &"x".repeat(33)), Err(AccountError::LongPassword));
    }
}
