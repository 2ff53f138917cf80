import { Briefs, DailyInsights } from "@auspex/domain/briefs"
import { Effect } from "effect"
import { BriefsApi } from "../contract/BriefsApi.ts"
import { handlersFor } from "../engine/handlersFor.ts"

export const briefsHandlers = handlersFor(BriefsApi, {
  intelBrief: ({ path }) =>
    Effect.flatMap(Briefs, (briefs) => Effect.map(briefs.ofQuestion(path.id), (brief) => ({ brief }))),
  dailyInsights: ({ query }) =>
    Effect.flatMap(DailyInsights, (days) => Effect.map(days.ofDay(query.date), (insights) => ({ insights })))
})
