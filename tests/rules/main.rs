//! Rulesets as data, and rules strings.

mod rules_strings;
