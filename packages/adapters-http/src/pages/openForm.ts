import { PublicBaseUrl } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { bodyBytesMax } from "../wire/bodyBytesMax.ts"
import { formOf } from "../engine/FormBody.ts"
import type { PlainRoute } from "../engine/Route.ts"
import { requireOwnPage } from "../engine/Session.ts"
import { type Page, pageType, refusedPage } from "./pageAnswer.tsx"

interface OpenForm<R> {
  readonly path: string
  readonly show: (query: Readonly<Record<string, unknown>>) => Effect.Effect<Page, Refusal | StorageUnavailable, R>
  /** The limit is that of the API's operation, which counts the same requests. */
  readonly policy: Pick<PlainRoute["policy"], "exactRate" | "waitsFor">
  /** The page of the form that was refused. */
  readonly again?: (form: URLSearchParams) => string
  readonly submit: (form: URLSearchParams) => Effect.Effect<Page, Refusal | StorageUnavailable, R>
}

/** A form for visitors without a session. Pages of other sites may not send it, or they could sign their visitors in as others. */
export const openForm = <R>(
  { again = () => path, path, policy, show, submit }: OpenForm<R>
): ReadonlyArray<PlainRoute<R | PublicBaseUrl>> => [
  {
    method: "GET",
    path,
    policy: { access: "none", produces: [pageType] },
    handler: ({ query }) => show((query ?? {}) as Readonly<Record<string, unknown>>)
  },
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
