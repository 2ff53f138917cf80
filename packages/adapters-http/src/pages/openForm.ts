import { PublicBaseUrl } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { bodyBytesMax } from "../wire/bodyBytesMax.ts"
import { formOf } from "../engine/FormBody.ts"
import type { PlainRoute } from "../engine/Route.ts"
import { forgottenSessionCookie, requireOwnPage } from "../engine/Session.ts"
import { type Page, pageType, redirect, refusedPage, withHeaders } from "./pageAnswer.tsx"

type Query = Readonly<Record<string, unknown>>

interface SentForm<R> {
  readonly path: string
  /** The limit is that of the API's operation, which counts the same requests. */
  readonly policy: Pick<PlainRoute["policy"], "exactRate" | "waitsFor">
  /** The page of the form that was refused. */
  readonly again?: (form: URLSearchParams) => string
  readonly submit: (form: URLSearchParams) => Effect.Effect<Page, Refusal | StorageUnavailable, R>
}

/** The route that takes a form. Pages of other sites may not send it, or they could sign their visitors in as others. */
const sentForm = <R>(
  { again = () => path, path, policy, submit }: SentForm<R>
): ReadonlyArray<PlainRoute<R | PublicBaseUrl>> => [
  {
    method: "POST",
    path,
    bodyKind: "raw",
    policy: { ...policy, access: "none", bodyBytesMax: bodyBytesMax.auth, produces: [pageType] },
    refusalPage: (refusal) => refusedPage(refusal, path),
    handler: ({ client: { scheme }, headers, raw }) =>
      Effect.gen(function*() {
        const { publicUrl } = yield* PublicBaseUrl
        yield* requireOwnPage({ headers, scheme, publicUrl })
        const form = yield* formOf(raw.bodyBytes ?? new Uint8Array(0))
        return yield* Effect.catchTag(
          submit(form),
          "Refusal",
          (refusal) => Effect.succeed(refusedPage(refusal, again(form)))
        )
      })
  }
]

interface OpenForm<R> extends SentForm<R> {
  readonly show: (query: Query) => Effect.Effect<Page, Refusal | StorageUnavailable, R>
}

/** A form that needs no session, with its page. */
export const openForm = <R>({ show, ...form }: OpenForm<R>): ReadonlyArray<PlainRoute<R | PublicBaseUrl>> => [
  {
    method: "GET",
    path: form.path,
    policy: { access: "none", produces: [pageType] },
    handler: ({ query }) => show((query ?? {}) as Query)
  },
  ...sentForm(form)
]

interface VisitorForm<R> extends SentForm<R> {
  /** The page of the form. */
  readonly page: (query: Query) => Page
  /** Where those go on who are signed in already. */
  readonly onward: (query: Query) => string
}

const queryOf = (url: string): Query => Object.fromEntries(new URLSearchParams(url.split("?")[1] ?? ""))

/** A form that begins a session, with its page. Readers who are signed in already are sent on instead. */
export const visitorForm = <R>(
  { onward, page, ...form }: VisitorForm<R>
): ReadonlyArray<PlainRoute<R | PublicBaseUrl>> => [
  {
    method: "GET",
    path: form.path,
    policy: { access: "session", produces: [pageType] },
    handler: ({ query }) => Effect.succeed(redirect(onward((query ?? {}) as Query))),
    refusalPage: (refusal, { headers, url }) => {
      switch (refusal.code) {
        case "MISSING_AUTH":
        case "ACCOUNT_SUSPENDED":
          return page(queryOf(url))
        case "INVALID_TOKEN":
          return withHeaders(page(queryOf(url)), { "Set-Cookie": forgottenSessionCookie(headers) })
        default:
          return refusedPage(refusal, form.path)
      }
    }
  },
  ...sentForm(form)
]
