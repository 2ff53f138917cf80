import {
  CommunityStatsReads,
  Discoveries,
  Highlights,
  Searches,
  type SearchFinding,
  WeeklyBattles
} from "@auspex/domain/insight"
import { mapPage } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { InsightApi } from "./InsightApi.ts"
import { listAnswer } from "../../wire/listOf.ts"
import type { SearchResult } from "./SearchResult.ts"
import { safeSnippet } from "./Snippet.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerList, answerOne } from "../../engine/namedAnswer.ts"

const resultOf = ({ id, marked, rank, title, type, url }: SearchFinding): SearchResult => ({
  type,
  id,
  title,
  snippet: safeSnippet(marked),
  rank,
  url
})

export const insightHandlers = handlersFor(InsightApi, {
  highlights: ({ query }) => answerList(Highlights, "highlights", (highlights) => highlights.list(query, query)),
  weeklyBattle: ({ query }) => answerOne(WeeklyBattles, "battle", (battles) => battles.ofWeek(query.week)),
  discover: ({ query }) => answerList(Discoveries, "questions", (discoveries) => discoveries.list(query, query)),
  search: ({ query }) =>
    Effect.flatMap(Searches, (searches) =>
      Effect.map(searches.search(query), ({ total_is_capped, ...page }) => ({
        ...listAnswer("results", mapPage(page, resultOf)),
        total_is_capped
      }))),
  communityStats: () => Effect.flatMap(CommunityStatsReads, ({ now }) => Effect.map(now, (stats) => ({ stats })))
})
