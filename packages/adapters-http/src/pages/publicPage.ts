import type { Refusal, StorageUnavailable, Topic } from "@auspex/domain/kernel"
import { Effect, Schema } from "effect"
import type { PlainRoute } from "../engine/Route.ts"
import type { OwnRateClass } from "../wire/OperationPolicy.ts"
import { pageQuery } from "./pageQuery.ts"
import { pageType, publicPageAnswer } from "./pageAnswer.tsx"
import { siteRefusalPage } from "./siteRefusalPage.tsx"

type Named = Readonly<Record<string, string>>

interface PublicPage<A, I extends Readonly<Record<string, string | undefined>>, R> {
  readonly path: string
  /** The parameters that the page knows; it ignores others. */
  readonly query?: Schema.Schema<A, I>
  /** The topics whose changes make the page out of date; without them, the page is made for each request. */
  readonly topics?: (path: Named) => ReadonlyArray<Topic>
  /** As in the policy of an operation. */
  readonly ownRate?: OwnRateClass
  readonly show: (
    request: { readonly path: Named; readonly query: A }
  ) => Effect.Effect<string, Refusal | StorageUnavailable, R>
}

const noQuery = Schema.Struct({})

/** A page for everybody. It is cached like a public answer of the API, and its refusals are pages, too. */
export const publicPage = <A, I extends Readonly<Record<string, string | undefined>>, R>(
  { ownRate, path, query, show, topics }: PublicPage<A, I, R>
): PlainRoute<R> => {
  const schema = (query ?? noQuery) as Schema.Schema<A, I>
  return {
    method: "GET",
    path,
    query: schema as Schema.Schema.All,
    policy: {
      access: "none",
      produces: [pageType],
      ...ownRate === undefined ? {} : { ownRate },
      ...topics === undefined
        ? {}
        : { publicCache: ({ path }: { readonly path: unknown }) => topics((path ?? {}) as Named) }
    },
    refusalPage: siteRefusalPage,
    handler: (request) =>
      Effect.gen(function*() {
        const given = yield* pageQuery(schema, (request.query ?? {}) as Named)
        return publicPageAnswer(yield* show({ path: (request.path ?? {}) as Named, query: given }))
      })
  }
}
