import { Articles } from "@auspex/domain/articles"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { optional } from "@auspex/domain/kernel"
import { Effect, Schema } from "effect"
import { pageTime } from "../../pages/pageTime.ts"
import { publicPage } from "../../pages/publicPage.ts"
import { CursorParam } from "../../wire/ListQuery.ts"
import { articleListPage, articlePage } from "./ArticlePage.tsx"

const articlesShown = 20

const list = publicPage({
  path: "/articles",
  query: Schema.Struct({ cursor: optional(CursorParam) }),
  topics: () => ["articles"],
  show: ({ query }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const page = yield* Effect.flatMap(
        Articles,
        (articles) => articles.list({ ...query, limit: articlesShown, offset: 0 })
      )
      return articleListPage({ page, now: yield* pageTime, home: publicUrl })
    })
})

const article = publicPage({
  path: "/articles/:slug",
  topics: () => ["articles"],
  show: ({ path: { slug = "" } }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const found = yield* Effect.flatMap(Articles, (articles) => articles.show(slug))
      return articlePage({ article: found, now: yield* pageTime, home: publicUrl })
    })
})

/** The pages of articles, for everybody. */
export const articlePageRoutes = [list, article]
