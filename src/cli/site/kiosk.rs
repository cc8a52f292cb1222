//! Kiosk mode of a site. The pages read the options from the attribute `data-kiosk`
//! (`www/site/shell/kiosk/options.js`).

use super::Failure;
use crate::base::Quoted;

/// The limits of the idle time, in seconds. `options.js` has the same limits.
const IDLE: std::ops::RangeInclusive<u32> = 10..=3600;

/// Arguments of kiosk mode.
#[derive(Debug, clap::Args)]
pub(super) struct Kiosk {
    /// Make every page a kiosk: attract screen, idle reset, large targets, no downloads, no way to other sites
    #[arg(long)]
    kiosk: bool,
    /// Seconds without input before a kiosk asks whether the visitor is still there; 120 by default
    #[arg(long, value_name = "SECONDS", requires = "kiosk")]
    kiosk_idle: Option<u32>,
    /// Public address of this site. The kiosk shows the public address of the choice as a QR code
    #[arg(long, value_name = "URL", requires = "kiosk")]
    kiosk_link: Option<String>,
}

impl Kiosk {
    /// Whether the site is a kiosk.
    pub fn is_on(&self) -> bool {
        self.kiosk
    }

    /// The value of `data-kiosk`, if the site is a kiosk.
    pub fn options(&self) -> Result<Option<String>, Failure> {
        if !self.kiosk {
            return Ok(None);
        }
        let mut options = Vec::new();
        if let Some(idle) = self.kiosk_idle {
            if !IDLE.contains(&idle) {
                let (least, most) = (IDLE.start(), IDLE.end());
                return Err(Failure::wrong(format!("--kiosk-idle {idle}; expected {least} to {most} seconds")));
            }
            options.push(format!("idle={idle}"));
        }
        if let Some(link) = &self.kiosk_link {
            if !is_address(link) {
                return Err(Failure::wrong(format!(
                    "--kiosk-link {}; expected the public address of the site, such as https://statistics.example/tables/",
                    Quoted(link)
                )));
            }
            options.push(format!("link={}", encoded(link)));
        }
        Ok(Some(options.join("&")))
    }
}

/// Whether a text is an address of the web without user, query and fragment.
fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let host = rest.map(|rest| rest.split('/').next().unwrap_or_default());
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && !b"?#\"<>\\^`{|}".contains(&byte));
    is_plain
        && host.is_some_and(|host| {
            host.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '[') && !host.contains('@')
        })
}

/// Encodes a value for a query, as `URLSearchParams` of JavaScript reads it.
fn encoded(text: &str) -> String {
    text.chars()
        .map(|each| match each {
            '%' | '&' | '+' | ';' | '\'' => format!("%{:02X}", u32::from(each)),
            _ => each.to_string(),
        })
        .collect()
}
