//! Stores an account within a fact as a mention, `<@7>`. By that it is found and taken out when the
//! account is forgotten ([`crate::store::Tx::forget_account`]); then it reads as 0.

use serde::{Deserialize, Deserializer, Serializer};

use crate::store::{AccountId, FORGOTTEN};

#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Mention(String),
    /// The form in older rulings that waited for confirmation.
    Number(AccountId),
}

/// Whether an account is unknown, so that it needs no place in the stored form.
pub fn is_unknown(account: &AccountId) -> bool {
    *account == AccountId(0)
}

pub fn serialize<S: Serializer>(account: &AccountId, serializer: S) -> Result<S::Ok, S::Error> {
    match account {
        AccountId(0) => serializer.serialize_str(FORGOTTEN),
        account => serializer.collect_str(&format_args!("<@{account}>")),
    }
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<AccountId, D::Error> {
    Ok(match Stored::deserialize(deserializer)? {
        Stored::Number(account) => account,
        Stored::Mention(mention) => {
            let inner = mention
                .trim_start_matches(['<', '@', '!'])
                .trim_end_matches('>');
            AccountId(inner.parse().unwrap_or_default())
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::referee::Ruling;
    use crate::store::AccountId;
    use games::CastId;

    #[test]
    fn an_account_is_read_as_a_mention_a_number_or_forgotten() {
        let (who, in_season) = (CastId(1), false);
        for (stored, expected) in [
            (r#""<@7>""#, 7),
            (r#""<@!7>""#, 7),
            ("7", 7),
            (r#""(forgotten)""#, 0),
        ] {
            let ruling = r#"{"substitute":{"who":1,"account":ACCOUNT,"in_season":false}}"#;
            let read: Ruling = serde_json::from_str(&ruling.replace("ACCOUNT", stored)).unwrap();
            let account = AccountId(expected);
            let whole = Ruling::Substitute {
                who,
                account,
                in_season,
            };
            assert_eq!(read, whole, "{stored}");
        }
    }
}
