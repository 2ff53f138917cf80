import { Briefs, DailyInsights } from "@auspex/domain/briefs"
import { BriefsApi } from "./BriefsApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerOne } from "../../engine/namedAnswer.ts"

export const briefsHandlers = handlersFor(BriefsApi, {
  intelBrief: ({ path }) => answerOne(Briefs, "brief", (briefs) => briefs.ofQuestion(path.id)),
  dailyInsights: ({ query }) => answerOne(DailyInsights, "insights", (days) => days.ofDay(query.date))
})
