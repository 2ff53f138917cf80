import type { Refusal } from "@auspex/domain/kernel"
import { statusOf } from "../wire/ErrorCatalogue.ts"
import type { RefusalPage } from "../engine/Route.ts"
import { contentPolicy } from "../engine/contentPolicy.ts"
import { Reply, replyRaw } from "../engine/Reply.ts"
import { forgottenSessionCookie } from "../engine/Session.ts"
import { loginPath, RefusalText } from "../kit/AccountPage.tsx"
import { smallPage } from "../kit/PageFrame.tsx"

/** A page as it is sent. */
export type Page = Reply<never>

export const pageType = "text/html; charset=utf-8"

// Forms post to this server, and pages load its one style sheet and its pictures; everything else is forbidden.
const allowed = { "style-src": "'self'", "img-src": "'self'", "form-action": "'self'" } as const
const policy = contentPolicy(allowed)

/** The headers of a page that runs a program of this server. */
export const scriptHeaders = { "Content-Security-Policy": contentPolicy({ ...allowed, "script-src": "'self'" }) }

/** A page that nobody may store, frame or add anything to; its forms name their origin. */
export const pageAnswer = (status: number, content: string, headers: Readonly<Record<string, string>> = {}): Page =>
  replyRaw({ contentType: pageType, content }, {
    status,
    headers: {
      "Content-Security-Policy": policy,
      "Cache-Control": "no-store",
      // With it browsers send `Origin` with the forms of a page. Under `no-referrer`, as on other answers, they send `null`.
      "Referrer-Policy": "same-origin",
      ...headers
    }
  })

/** The same page with further headers. */
export const withHeaders = (page: Page, headers: Readonly<Record<string, string>>): Page =>
  new Reply<never>(undefined, page.raw, { ...page.options, headers: { ...page.options.headers, ...headers } })

/** A page that is the same for everybody, and that shared caches may keep if they ask whether it is still current. */
export const publicPageAnswer = (content: string): Page =>
  replyRaw({ contentType: pageType, content }, {
    headers: { "Content-Security-Policy": policy, "Referrer-Policy": "same-origin" }
  })

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

/** The messages of a refusal as a reader of pages understands them. */
export const messagesOf = ({ failures }: Refusal): ReadonlyArray<string> =>
  failures.map(({ code, message }) =>
    code === "WRONG_WORKSPACE" ? "The project belongs to another workspace." : message
  )

/** When to try again, as a header. */
export const retryAfterOf = ({ retryAfterSeconds }: Refusal): Readonly<Record<string, string>> =>
  retryAfterSeconds === undefined ? {} : { "Retry-After": String(Math.max(1, Math.ceil(retryAfterSeconds))) }

/** A refusal as a page, with a link to what the reader came from. */
export const refusedPage = (refusal: Refusal, again: string): Page => {
  const status = statusOf(refusal.code)
  return pageAnswer(
    status,
    smallPage(titleOf(status), <RefusalText messages={messagesOf(refusal)} again={again} />),
    retryAfterOf(refusal)
  )
}

/** After the log-in, longer addresses are opened without their query. */
const nextLengthMax = 1_000

const nextOf = (url: string): string => url.length <= nextLengthMax ? url : url.split("?")[0]!

/**
 * How pages of a session show refusals: visitors without a session are sent to the log-in and returned afterwards. The
 * cookie of a session that has ended is deleted, so that it does not count as a wrong credential again.
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
