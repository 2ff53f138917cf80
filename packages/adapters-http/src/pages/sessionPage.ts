import { type AccountActor, PublicBaseUrl } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { statusOf } from "../wire/ErrorCatalogue.ts"
import { bodyBytesMax } from "../wire/bodyBytesMax.ts"
import { formOf } from "../engine/FormBody.ts"
import type { AnyRequest } from "../engine/handlersFor.ts"
import type { PlainRoute } from "../engine/Route.ts"
import { formTokenOf, sessionTokenOf } from "../engine/Session.ts"
import type { Reader } from "../kit/PageFrame.ts"
import type { RefusedForm } from "../kit/PageForm.ts"
import { namesItsOrigin, type Page, pageAnswer, pageType, redirect, sessionRefusalPage } from "./pageAnswer.ts"

type Named = Readonly<Record<string, string>>

/** What a page of a session is made from. */
export interface PageRequest {
  readonly actor: AccountActor
  readonly reader: Reader
  /** The parameters of the path. */
  readonly path: Named
  /** The parameters of the query; of one that is repeated, none. */
  readonly query: Named
}

/** The same with the fields of a form. */
export interface FormRequest extends PageRequest {
  readonly form: URLSearchParams
}

type PageEffect<R> = Effect.Effect<Page, Refusal | StorageUnavailable, R>

type Policy = Omit<PlainRoute["policy"], "access" | "produces">

const pageRequest = (request: AnyRequest): Effect.Effect<PageRequest, never, PublicBaseUrl> =>
  Effect.map(PublicBaseUrl, ({ publicUrl }) => {
    const actor = request.actor as unknown as AccountActor
    const given = Object.entries((request.query ?? {}) as Record<string, unknown>)
    return {
      actor,
      reader: { name: actor.name, formToken: formTokenOf(sessionTokenOf(request.headers, publicUrl) ?? "") },
      path: request.path as Named,
      query: Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === "string"))
    }
  })

/** A page of a session. */
export const shownPage = <R>(
  path: string,
  show: (request: PageRequest) => PageEffect<R>
): ReadonlyArray<PlainRoute<R | PublicBaseUrl>> => [{
  method: "GET",
  path,
  policy: { access: "session", produces: [pageType] },
  refusalPage: sessionRefusalPage,
  handler: (request) => Effect.flatMap(pageRequest(request), show)
}]

interface PostedForm<R> {
  readonly path: string
  /**
   * The page that has the form, to which a browser is led that only opens the form's address. None when the page has that
   * address itself.
   */
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
        return yield* submit({ ...(yield* pageRequest(request)), form })
      })
  }
]

/** A page of a session as it is sent. */
export const sessionPage = (content: string, refused?: RefusedForm): Page =>
  pageAnswer(refused === undefined ? 200 : statusOf(refused.failures[0]!.code), content, namesItsOrigin)

/** Shows the page of a form once more when the form is refused, with what was entered and what is wrong with it. */
export const orShownAgain = <R, R2>(
  work: PageEffect<R>,
  { form, id, show }: {
    readonly id: string
    readonly form: URLSearchParams
    readonly show: (refused: RefusedForm) => PageEffect<R2>
  }
): PageEffect<R | R2> => Effect.catchTag(work, "Refusal", ({ failures }) => show({ id, entered: form, failures }))

/** The address of a page with a sign that something was done, which the page tells in words. */
export const done = (page: string, what: string): Page => redirect(`${page}?done=${what}`)
