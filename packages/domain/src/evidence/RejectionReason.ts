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
  thin: "The page has too little text to be evidence."
} as const satisfies Record<string, string>

/** A reason for which a source is rejected. */
export type RejectionReason = keyof typeof rejectionReasons
