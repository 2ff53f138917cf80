import { type AccountActor, PublicBaseUrl } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { statusOf } from "../wire/ErrorCatalogue.ts"
import { bodyBytesMax } from "../wire/bodyBytesMax.ts"
import { formOf } from "../engine/FormBody.ts"
import type { AnyRequest } from "../engine/handlersFor.ts"
import type { PlainRoute } from "../engine/Route.ts"
import { formTokenOf, sessionTokenOf } from "../engine/Session.ts"
import type { OneTimeNotice } from "../kit/OneTimeNotice.tsx"
import type { Reader } from "../kit/PageContext.ts"
import type { RefusedForm } from "../kit/RefusedForm.ts"
import { noticeCookie, noticeIn, shownNoticeCookie } from "./noticeCookie.ts"
import { type Page, pageAnswer, pageType, redirect, sessionRefusalPage, withHeaders } from "./pageAnswer.tsx"

type Named = Readonly<Record<string, string>>

/** What a page of a session is made from. */
export interface PageRequest {
  readonly actor: AccountActor
  readonly reader: Reader
  /** The parameters of the path. */
  readonly path: Named
  /** The parameters of the query; of one that is repeated, none. */
  readonly query: Named
  /** The outcome of the form that led here; shown once. */
  readonly notice: OneTimeNotice | undefined
  /** The `Set-Cookie` header that carries a notice to the page at an address. */
  readonly carry: (page: string, notice: OneTimeNotice) => string
}

/** The same with the fields of a form. */
export interface FormRequest extends PageRequest {
  readonly form: URLSearchParams
}

type PageEffect<R> = Effect.Effect<Page, Refusal | StorageUnavailable, R>

type Policy = Omit<PlainRoute["policy"], "access" | "produces">

/** The address of a route for the parameters of its path. */
const addressOf = (route: string, parameters: Named): string =>
  route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name]!))

const pageRequest = (route: string, request: AnyRequest): Effect.Effect<PageRequest, never, PublicBaseUrl> =>
  Effect.map(PublicBaseUrl, ({ publicUrl }) => {
    const actor = request.actor as unknown as AccountActor
    const given = Object.entries((request.query ?? {}) as Record<string, unknown>)
    const sessionToken = sessionTokenOf(request.headers, publicUrl) ?? ""
    return {
      actor,
      reader: { name: actor.name, formToken: formTokenOf(sessionToken) },
      path: request.path as Named,
      query: Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
      notice: noticeIn(request.headers, publicUrl, sessionToken, addressOf(route, request.path as Named)),
      carry: (page, notice) => noticeCookie(publicUrl, sessionToken, page, notice)
    }
  })

/** The page, whose notice the browser then deletes: a page that is loaded again does not show it. */
const withoutNotice = (page: Page, publicUrl: string, address: string): Page =>
  withHeaders(page, { "Set-Cookie": shownNoticeCookie(publicUrl, address) })

/** A page of a session. */
export const shownPage = <R>(
  path: string,
  show: (request: PageRequest) => PageEffect<R>
): ReadonlyArray<PlainRoute<R | PublicBaseUrl>> => [{
  method: "GET",
  path,
  policy: { access: "session", produces: [pageType] },
  refusalPage: sessionRefusalPage,
  handler: (request) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const own = yield* pageRequest(path, request)
      const page = yield* show(own)
      return own.notice === undefined ? page : withoutNotice(page, publicUrl, addressOf(path, own.path))
    })
}]

interface PostedForm<R> {
  readonly path: string
  /** Page to redirect to when the form's URL is opened with GET; undefined if the page itself has this URL. */
  readonly page?: (path: Named) => string
  readonly policy?: Policy
  readonly submit: (request: FormRequest) => PageEffect<R>
}

/** A form of a page of a session. */
export const postedForm = <R>(
  { page, path, policy = {}, submit }: PostedForm<R>
): ReadonlyArray<PlainRoute<R | PublicBaseUrl>> => [
  ...(page === undefined
    ? []
    : shownPage<never>(path, (request) => Effect.succeed(redirect(page(request.path))))),
  {
    method: "POST",
    path,
    bodyKind: "raw",
    policy: { bodyBytesMax: bodyBytesMax.webhook, ...policy, access: "session", produces: [pageType] },
    refusalPage: sessionRefusalPage,
    handler: (request) =>
      Effect.gen(function*() {
        const form = yield* formOf(request.raw.bodyBytes ?? new Uint8Array(0))
        return yield* submit({ ...(yield* pageRequest(path, request)), form })
      })
  }
]

/** A page of a session as it is sent. */
export const sessionPage = (
  content: string,
  refused?: RefusedForm,
  headers: Readonly<Record<string, string>> = {}
): Page => pageAnswer(refused === undefined ? 200 : statusOf(refused.failures[0]!.code), content, headers)

/** Shows the page of a form once more when the form is refused, with the input and the failures. */
export const withFormErrors = <R, R2>(
  work: PageEffect<R>,
  { form, id, show }: {
    readonly id: string
    readonly form: URLSearchParams
    readonly show: (refused: RefusedForm) => PageEffect<R2>
  }
): PageEffect<R | R2> => Effect.catchTag(work, "Refusal", ({ failures }) => show({ id, input: form, failures }))

/** Leads to a page that says in words what was done, such as "key-revoked". */
export const redirectDone = (page: string, act: string): Page => redirect(`${page}?done=${act}`)

/** Leads to a page that shows a notice once. */
export const redirectWithNotice = ({ carry }: PageRequest, page: string, notice: OneTimeNotice): Page =>
  redirect(page, { "Set-Cookie": carry(page, notice) })
