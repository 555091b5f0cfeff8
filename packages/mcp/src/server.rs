//! A server with the one tool, for any transport.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

use crate::answer::Answer;
use crate::detail::{self, Detail};
use crate::tool;

/// A call of the tool.
#[derive(Debug)]
#[non_exhaustive]
pub struct Call {
    /// The arguments as they arrived, without `detail`: the event.
    pub arguments: Vec<u8>,
    /// What stands beside them in `_meta`. No command looks at it.
    pub meta: Value,
    /// Whose bearer token came with the call: what the function of [`Server::with_bearers`] said. Nothing in a
    /// message can say it.
    pub subject: Option<String>,
    /// What the answer has to hold.
    pub detail: Detail,
}

/// Decides about a call and gives the answer. It may wait for a disk.
pub type Decide = dyn Fn(&Call) -> Answer + Send + Sync;

/// Says whose a bearer token is; `None` for one that is nobody's.
pub type Bearers = dyn Fn(&str) -> Option<String> + Send + Sync;

/// Where the HTTP transport puts whose token it was.
#[derive(Debug, Clone)]
pub(crate) struct Subject(pub(crate) String);

/// Where a transport puts the arguments as they arrived, `None` for a call without any.
#[derive(Debug, Clone)]
pub(crate) struct Arguments(pub(crate) Option<Vec<u8>>);

const INSTRUCTIONS: &str = "Before each tool call, call `aana_pre_tool_check` with an event that \
    describes the call. Run the tool only if `structuredContent.route` is `accept` and \
    `hard_blockers` is empty; otherwise do what `for_model` says. The argument `detail: full` gives the whole decision.";

/// The server. Its clones are the same server.
#[derive(Clone)]
pub struct Server {
    decide: Arc<Decide>,
    detail: Detail,
    bearers: Option<Arc<Bearers>>,
}

impl Server {
    /// A server whose calls are decided by this function.
    pub fn new(decide: impl Fn(&Call) -> Answer + Send + Sync + 'static) -> Self {
        Self { decide: Arc::new(decide), detail: Detail::default(), bearers: None }
    }

    /// The same server with another answer for calls that do not say which one they want.
    #[must_use]
    pub fn with_detail(self, detail: Detail) -> Self {
        Self { detail, ..self }
    }

    /// The same server, which over HTTP answers only to bearer tokens that are somebody's. Each call then tells
    /// whose.
    #[must_use]
    pub fn with_bearers(
        self,
        subject_of: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        Self { bearers: Some(Arc::new(subject_of)), ..self }
    }

    pub(crate) fn bearers(&self) -> Option<Arc<Bearers>> {
        self.bearers.clone()
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info =
            Implementation::new("aana", env!("CARGO_PKG_VERSION")).with_title("AANA");
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![tool()]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name != tool().name {
            return Err(ErrorData::invalid_params("there is no such tool", None));
        }
        // Only what a transport kept is decided: what the library read may not be what arrived.
        let parts = context.extensions.get::<::http::request::Parts>();
        let kept = context.extensions.get::<Arguments>();
        let kept = kept.or_else(|| parts?.extensions.get::<Arguments>());
        let subject = parts.and_then(|parts| parts.extensions.get::<Subject>());
        let subject = subject.map(|subject| subject.0.clone());
        let arguments = kept.and_then(|kept| kept.0.clone()).unwrap_or_else(|| b"{}".to_vec());
        let (arguments, asked) = detail::take_detail(arguments);
        let meta = serde_json::to_value(&context.meta).unwrap_or_default();
        let detail = asked.unwrap_or(self.detail);
        let call = Call { arguments, meta, subject, detail };
        let decide = Arc::clone(&self.decide);
        let decided = tokio::task::spawn_blocking(move || decide(&call)).await;
        let Answer { text, structured } = decided.map_err(|_| {
            ErrorData::internal_error("there is no decision: nothing may run", None)
        })?;
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        result.structured_content = Some(structured);
        Ok(result.into())
    }
}
