import { optional } from "@auspex/domain/kernel"
import {
  CommunityStats,
  Discovery,
  Highlight,
  HighlightType,
  IsoWeekText,
  searchTypes,
  WeeklyBattle
} from "@auspex/domain/insight"
import { CategorySlug, searchLengthMax, Timeframe } from "@auspex/domain/questions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { SubcategorySlug } from "../questions/questionParts.ts"
import { documentation } from "../../wire/documentation.ts"
import { SearchResult } from "./SearchResult.ts"

/** Highlights, the weekly battle, discovery, search and community statistics. */
export const InsightApi = HttpApiGroup.make("insight").annotate(
  OpenApi.Description,
  "Highlights, the weekly battle, questions worth predicting on, search, and community statistics."
)
  .add(operation(
    HttpApiEndpoint.get("highlights", "/api/feed/highlights").annotateContext(
      documentation(
        "Highlights",
        "Predictions that turned out right and went against the crowd (contrarian) or were stated at 90 % or more (high_confidence_correct); one that is both counts as contrarian. The latest settled first."
      )
    )
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        type: optional(HighlightType),
        category: optional(CategorySlug)
      }))
      .addSuccess(listOf("highlights", Highlight)),
    { access: "none", publicCache: () => ["leaderboard"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("weeklyBattle", "/api/events/weekly-battle").annotateContext(
      documentation(
        "Weekly battle",
        "The best forecasters on the questions resolved in a week (ISO 8601, Monday to Sunday, UTC; by default the current one), by the mean peer score over three questions or more. A past week is final and never changes, even if a question is later resolved differently."
      )
    )
      .setUrlParams(Schema.Struct({ week: optional(IsoWeekText) }))
      .addSuccess(Schema.Struct({ battle: WeeklyBattle })),
    { access: "none", publicCache: () => ["boards"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("discover", "/api/discover").annotateContext(
      documentation(
        "Discover questions",
        "Open questions by how worthwhile a prediction is: closing soon (0.3), contested (0.3), under-predicted (0.2) and moving (0.2), each from 0 to 100 and part of the answer. A filter leaves questions out and changes no score. The answer is the same for every caller: there is no my_prediction and no predicted filter; GET /api/questions has both."
      )
    )
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        category: optional(CategorySlug),
        subcategory: optional(SubcategorySlug),
        timeframe: optional(Timeframe)
      }))
      .addSuccess(listOf("questions", Discovery)),
    { access: "none", publicCache: () => ["questions"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("search", "/api/search").annotateContext(
      documentation(
        "Search",
        "Public questions, agents and people whose texts contain all words of q, the best first; only if there are none, entries that contain some of the words or have a similar meaning. q takes the syntax of web searches: quotes for phrases, OR, and - to exclude. Snippets are safe HTML whose only tag is <mark>. Of each type the best 1,000 matches are listed and counted. The answer is the same for every caller: there is no my_prediction and no predicted filter."
      )
    )
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        q: Schema.String.annotations({
          jsonSchema: {
            type: "string",
            minLength: 1,
            maxLength: searchLengthMax,
            examples: ["\"sea level\" harbour -river"]
          }
        }),
        type: Schema.optionalWith(Schema.Literal("all", ...searchTypes), { default: () => "all" as const })
      }))
      .addSuccess(Schema.Struct({ ...listOf("results", SearchResult).fields, total_is_capped: Schema.Boolean })),
    { access: "none", ownRate: "search" }
  ))
  .add(operation(
    HttpApiEndpoint.get("communityStats", "/api/stats/community").annotateContext(
      documentation(
        "Community stats",
        "Statistics of the community: accounts, public questions, predictions and how good they were, how often the side with the most predictions was right, and the last seven days (UTC, today included); in total and by category."
      )
    )
      .addSuccess(Schema.Struct({ stats: CommunityStats })),
    { access: "none", publicCache: () => ["boards"] }
  ))
