//! `curl`

use alloc::format;
use alloc::string::ToString;

use super::super::does::Does;
use super::super::harmless::is_harmless;
use super::super::options::{LONG, OPERAND, Part, Parts, UNKNOWN};
use super::super::word::{DYNAMIC, OUTPUT, SPLITS, Word, is_stand_in};
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
     instead: connect-to= resolve=
     via: -x= proxy= proxy1.0= preproxy= socks4= socks4a= socks5= socks5-hostname= doh-url=
     socket: unix-socket= abstract-unix-socket=
     data: -Au= user= user-agent=
     plain: -bCeEhmPrtUyYz= cacert= capath= cert= cert-type= ciphers= connect-timeout= continue-at= cookie= \
            interface= key= limit-rate= max-filesize= max-redirs= max-time= noproxy= pass= proto= proxy-user= range= \
            referer= retry= retry-delay= retry-max-time= time-cond= help version manual progress-bar progress-meter tlsv1*
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

/// Whether a value that a variable is part of is data: the variable gives nothing out that a command read, and makes no
/// other option of it.
fn is_data(kind: u8, word: Word<'_>) -> bool {
    let name = word.text.split(is_stand_in).next().unwrap_or_default();
    let fits = match kind {
        // What follows an at sign is a file.
        b'h' => name.contains(':') && !name.starts_with('@'),
        b'd' => true,
        _ => false,
    };
    fits && !word.has(OUTPUT | SPLITS)
}

/// What stands behind the first field of several with colons between them. Colons in brackets are part of a field.
fn behind_field(text: &str) -> Option<&str> {
    let start = if text.starts_with(['[', '+']) { text.find(']').unwrap_or(0) } else { 0 };
    text.get(start..)?.split_once(':').map(|(_, behind)| behind)
}

/// What `curl` does.
pub(super) fn curl(call: &mut Call<'_, '_, '_>) -> Does {
    let mut request = Request::default();
    for part in Parts::new(call.args, CURL) {
        request.add(call, part);
    }
    request.does()
}

impl<'a> Request<'a> {
    fn add(&mut self, call: &mut Call<'_, '_, '_>, part: Part<'a>) {
        let text = part.text();
        self.unknown |=
            part.word.is_some_and(|word| word.has(DYNAMIC) && !is_data(part.kind, word));
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
            b'i' => self.instead(call, text),
            // Whoever stands between sees what is asked, and says what is answered.
            b'v' => {
                self.unknown = true;
                if let Some(word) = part.word {
                    self.address(call, word);
                }
            }
            b's' => {
                self.unknown = true;
                call.shell.nested(Nested::Path(text));
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

    /// `a:80:b:81` and `a:80:192.0.2.1,192.0.2.2`: where a call for the first host goes instead.
    fn instead(&mut self, call: &mut Call<'_, '_, '_>, text: &str) {
        let behind = behind_field(text).and_then(behind_field);
        let Some(targets) = behind else {
            // One with a dash takes such an entry away.
            self.unknown |= !text.starts_with('-');
            return;
        };
        for target in targets.split(',').filter(|target| !target.is_empty() && *target != ":") {
            let is_bare = target.matches(':').count() > 1 && !target.starts_with('[');
            let target = if is_bare { format!("[{target}]") } else { target.to_string() };
            call.shell.nested(Nested::Url(&format!("http://{target}/")));
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
