/** Why a source is rejected, with the cause in one sentence. The order has no meaning. */
export const rejectionReasons = {
  refused_address: "The address is not one that this service calls.",
  unreachable: "No server answered at the address.",
  redirects: "The address redirects too often, or to nowhere.",
  status: "The server answered with an error status.",
  too_slow: "The page did not arrive, or could not be read, within the time limit.",
  too_large: "The page, or its text, is longer than the limit.",
  unsupported_type: "The content is of a type that this service does not read.",
  unreadable: "The content cannot be read as what it claims to be.",
  blocked: "The server shows a check for robots instead of the page.",
  login_wall: "The page is shown only to people who have logged in or subscribed.",
  error_page: "The page says that there is no such page, or that something failed.",
  consent_wall: "The server shows a demand for consent to cookies or advertising instead of the page.",
  age_gate: "The server shows a question for the visitor's age instead of the page.",
  region_block: "The server does not show the page in the region of this service.",
  parked_domain: "The address has no page of its own: its domain is for sale, unused or not set up.",
  maintenance: "The site is being maintained, and shows no pages at the moment.",
  directory_index: "The page is a list of files, which holds no text of its own.",
  thin: "The page has too little text to be evidence."
} as const satisfies Record<string, string>

/** A reason for which a source is rejected. */
export type RejectionReason = keyof typeof rejectionReasons
