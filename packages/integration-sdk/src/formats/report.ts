// What all reports share.

/** How much a broken rule weighs: an `error` keeps a document from being taken. */
export type Severity = "error" | "warning";
