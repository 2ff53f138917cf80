import { PublicBaseUrl } from "@auspex/domain/identity"
import { Searches, searchTypes } from "@auspex/domain/insight"
import { optional } from "@auspex/domain/kernel"
import { Effect, Schema } from "effect"
import { publicPage } from "../../pages/publicPage.ts"
import { CursorParam } from "../../wire/ListQuery.ts"
import { homePage } from "./HomePage.tsx"
import { readHome } from "./readHome.ts"
import { searchPage } from "./SearchPage.tsx"

const home = publicPage({
  path: "/",
  // Everything on it may change with every prediction, and reading it costs a dozen statements.
  topics: () => ["boards"],
  show: () => Effect.zipWith(readHome, PublicBaseUrl, (data, { publicUrl }) => homePage({ ...data, home: publicUrl }))
})

const resultsShown = 20

const search = publicPage({
  path: "/search",
  query: Schema.Struct({
    q: optional(Schema.String),
    type: Schema.optionalWith(Schema.Literal("all", ...searchTypes), { default: () => "all" as const }),
    cursor: optional(CursorParam)
  }),
  ownRate: "search",
  show: ({ query: { cursor, q = "", type } }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const { search } = yield* Searches
      const page = q.trim() === ""
        ? undefined
        : yield* search({ q, type, limit: resultsShown, offset: 0, ...cursor === undefined ? {} : { cursor } })
      return searchPage({ request: { q: q.trim(), type, isFirst: cursor === undefined }, page, home: publicUrl })
    })
})

/** Pages that show something of everything. */
export const insightPageRoutes = [home, search]
