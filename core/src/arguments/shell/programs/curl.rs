//! `curl`

use alloc::format;

use super::super::does::Does;
use super::super::harmless::is_harmless;
use super::super::options::{LONG, OPERAND, Part, Parts, UNKNOWN};
use super::super::word::{DYNAMIC, Word};
use super::call::Call;
use crate::arguments::effect::{EffectCode, Nested};
use crate::arguments::headed::{Headed, headed};
use crate::arguments::tables::text::MONEY_WORDS;
use crate::contract::VerbClass::{Destroy, Edit, Money};

/// The options of `curl`. A long one that is not among them may read a file, load a library, or be an abbreviation of
/// one that writes. `negated` ones may have `no-` before them.
const CURL: Headed = headed!(
    "body: -dF= data= data-ascii= data-binary= data-raw= data-urlencode= json= form= form-string=
     upload: -T= upload-file=
     request: -X= request=
     output: -oDc= output= dump-header= cookie-jar= trace= trace-ascii= stderr= etag-save= hsts= alt-svc= libcurl=
     files: -OJ output-dir= remote-name remote-name-all remote-header-name
     cannot-tell: -: -KQ= config= quote= prequote= postquote= next
     get: -G get
     header: -H= header= proxy-header
     write-out: -w= write-out=
     address: url=
     mail: mail-from= mail-rcpt=
     long: form-escape=
     plain: -AbCeEhmPrtuUxyYz= cacert= capath= cert= cert-type= ciphers= connect-timeout= connect-to= continue-at= \
            cookie= interface= key= limit-rate= max-filesize= max-redirs= max-time= noproxy= pass= proto= proxy= \
            proxy-user= range= referer= resolve= retry= retry-delay= retry-max-time= socks5= socks5-hostname= \
            time-cond= unix-socket= user= user-agent= help version manual progress-bar progress-meter tlsv1*
     negated: anyauth basic compressed create-dirs digest disable fail fail-early fail-with-body globoff head http0.9 \
              http1.0 http1.1 http2 http3 include insecure ipv4 ipv6 junk-session-cookies location negotiate netrc \
              parallel path-as-is proxy-insecure raw retry-all-errors retry-connrefused show-error silent sslv3 \
              styled-output tcp-nodelay verbose"
);

/// What a method does; nothing, if it reads.
pub(super) fn method(method: &str, body: bool) -> Option<Does> {
    Some(match method {
        "GET" | "HEAD" | "OPTIONS" => return None,
        "DELETE" => Does::writes(Destroy, EffectCode::ResourceDelete),
        "PUT" | "PATCH" if !body => Does::writes(Edit, EffectCode::ResourceEdit),
        _ => Does::SENDS,
    })
}

/// What all words come to.
#[derive(Default)]
struct Request<'a> {
    method: Option<&'a str>,
    body: bool,
    get: bool,
    money: bool,
    unknown: bool,
    files: bool,
    upload: bool,
    sends_mail: bool,
}

/// What `curl` does.
pub(super) fn curl(call: &mut Call<'_, '_, '_>) -> Does {
    let mut request =
        Request { unknown: call.args.iter().any(|word| word.has(DYNAMIC)), ..Request::default() };
    for part in Parts::new(call.args, CURL) {
        request.add(call, part);
    }
    request.does()
}

impl<'a> Request<'a> {
    fn add(&mut self, call: &mut Call<'_, '_, '_>, part: Part<'a>) {
        let text = part.text();
        match part.kind {
            b'b' => self.body(call, text),
            // A header may be the content of a file.
            b'h' if text.starts_with('@') => self.body(call, text),
            b'u' => {
                self.body = true;
                self.upload = true;
                self.method = self.method.or(Some("PUT"));
                if part.word.is_some() {
                    call.shell.nested(Nested::Path(text));
                }
            }
            b'r' => self.method = Some(part.word.and_then(Word::plain).unwrap_or("?")),
            b'o' => self.files |= part.word.is_none_or(|word| !is_harmless(word)),
            b'f' => self.files = true,
            b'g' => self.get = true,
            b'w' => {
                self.files |= text.contains("%output{");
                self.unknown |= text.starts_with('@');
            }
            b'a' | OPERAND => {
                if let Some(word) = part.word {
                    self.address(call, word);
                }
            }
            b'm' => self.sends_mail = true,
            LONG => {
                let name = part.name.strip_prefix("no-").unwrap_or_default();
                self.unknown |= CURL.of(name) != Some(b'n');
            }
            b'c' | b'l' | UNKNOWN => self.unknown = true,
            _ => {}
        }
    }

    fn body(&mut self, call: &mut Call<'_, '_, '_>, text: &str) {
        self.body = true;
        let file = text.strip_prefix('@').or_else(|| {
            text.split_once("=@").or_else(|| text.split_once("=<")).map(|(_, file)| file)
        });
        if let Some(file) = file {
            self.upload = true;
            call.shell.nested(Nested::Path(file.split(';').next().unwrap_or(file)));
        }
    }

    fn address(&mut self, call: &mut Call<'_, '_, '_>, word: Word<'a>) {
        if word.has(DYNAMIC) {
            return;
        }
        if word.text.contains("://") {
            call.shell.nested(Nested::Url(word.text));
        } else {
            call.shell.nested(Nested::Url(&format!("http://{}", word.text)));
        }
        let path = word.text.split(['?', '#']).next().unwrap_or(word.text);
        self.money |=
            path.split('/').skip(1).any(|part| MONEY_WORDS.contains(&part.to_ascii_lowercase()));
    }

    fn does(&self) -> Does {
        let mut does = Does::READS.or_unknown(!(self.unknown || self.get && self.body));
        if self.files {
            does = does.and(Does::EDITS.with(EffectCode::NetDownloadToFile));
        }
        let sends = if self.money { Does::writes(Money, EffectCode::NetSend) } else { Does::SENDS };
        if self.sends_mail || self.body && (!self.get || self.upload) {
            does = does.and(sends);
            if self.upload {
                does = does.with(EffectCode::NetUpload);
            }
        }
        match self.method.and_then(|name| method(name, self.body)) {
            Some(Does::SENDS) => does.and(sends),
            Some(by_method) => does.and(by_method),
            None => does,
        }
    }
}
