import type { Refusal } from "@auspex/domain/kernel"
import { statusOf } from "../wire/ErrorCatalogue.ts"
import type { RefusalPage } from "../engine/Route.ts"
import { type Reply, replyRaw } from "../engine/Reply.ts"
import { forgottenSessionCookie } from "../engine/Session.ts"
import { loginPath, refusalText } from "../kit/AccountPage.ts"
import { smallPage } from "../kit/PageFrame.ts"

/** A page as it is sent. */
export type Page = Reply<never>

export const pageType = "text/html; charset=utf-8"

// Forms post to this server, and pages load its one style sheet; everything else is forbidden.
const policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A page that nobody may store, frame or add anything to. */
export const pageAnswer = (status: number, content: string, headers: Readonly<Record<string, string>> = {}): Page =>
  replyRaw({ contentType: pageType, content }, {
    status,
    headers: { "Content-Security-Policy": policy, "Cache-Control": "no-store", ...headers }
  })

/**
 * With it browsers send `Origin` with the forms of a page. Under `no-referrer`, which all other answers have, they send
 * `null`.
 */
export const namesItsOrigin = { "Referrer-Policy": "same-origin" }

/** Leads to another page of this server. */
export const redirect = (location: string, headers: Readonly<Record<string, string>> = {}): Page =>
  replyRaw({ contentType: pageType, content: "" }, {
    status: 303,
    headers: { "Cache-Control": "no-store", Location: location, ...headers }
  })

const titleOf = (status: number): string => {
  switch (status) {
    case 403:
      return "You may not do this"
    case 404:
      return "There is no such page"
    case 429:
      return "Too many requests"
    case 500:
    case 503:
      return "This does not work at the moment"
    default:
      return "This did not work"
  }
}

const messagesOf = ({ failures }: Refusal): ReadonlyArray<string> =>
  failures.map(({ code, message }) =>
    code === "WRONG_WORKSPACE" ? "The project belongs to another workspace." : message
  )

/** A refusal as a page, with a link to what the reader came from. */
export const refusedPage = (refusal: Refusal, again: string): Page => {
  const status = statusOf(refusal.code)
  const { retryAfterSeconds } = refusal
  const wait = retryAfterSeconds === undefined
    ? {}
    : { "Retry-After": String(Math.max(1, Math.ceil(retryAfterSeconds))) }
  return pageAnswer(status, smallPage(titleOf(status), refusalText(messagesOf(refusal), again)), {
    ...namesItsOrigin,
    ...wait
  })
}

/** A page with a longer address is come back to without its query. */
const nextLengthMax = 1_000

const nextOf = (url: string): string => url.length <= nextLengthMax ? url : url.split("?")[0]!

/**
 * How pages of a session show refusals: whoever has none signs in first, and comes back afterwards. The cookie of an
 * ended session is deleted, so that it does not count as a wrong credential again.
 */
export const sessionRefusalPage: RefusalPage = (refusal, { headers, url }) => {
  const login = `${loginPath}?${new URLSearchParams({ next: nextOf(url) })}`
  switch (refusal.code) {
    case "MISSING_AUTH":
      return redirect(login)
    case "INVALID_TOKEN":
      return redirect(login, { "Set-Cookie": forgottenSessionCookie(headers) })
    default:
      return refusedPage(refusal, url)
  }
}
