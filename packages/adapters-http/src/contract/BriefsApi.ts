import { InsightsOfDay, IntelBrief } from "@auspex/domain/briefs"
import { isCalendarDate } from "@auspex/domain/questions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { operation } from "./OperationPolicy.ts"
import { says } from "./says.ts"

/** A day of the calendar in a query string, `YYYY-MM-DD`, of the years 1000 to 9999. */
const DayParam = Schema.String.pipe(
  Schema.filter((text) => isCalendarDate(text) && !text.startsWith("0"), {
    jsonSchema: { type: "string", format: "date" }
  })
).annotations({ message: () => "must be a day of the calendar, YYYY-MM-DD" })

/** What predictions and days come to, in words. */
export const BriefsApi = HttpApiGroup.make("briefs").annotate(
  OpenApi.Description,
  "What the predictions on a question, and what happened on a day, come to in words."
)
  .add(operation(
    HttpApiEndpoint.get("intelBrief", "/api/questions/:id/intel-brief").annotateContext(
      says(
        "Intel brief",
        "A summary of what is predicted on a question, the arguments of either side in sentences of the predictions themselves, the addresses that most accounts cite, and the consensus. On multi questions arguments_for are for the leading option and arguments_against for the others. Every quotation names its prediction."
      )
    )
      .setPath(Schema.Struct({ id: Schema.String }))
      .addSuccess(Schema.Struct({ brief: IntelBrief })),
    {
      access: "none",
      publicCache: ({ path }) => [`question:${path.id.toLowerCase()}`, "suspensions"],
      refuses: ["QUESTION_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("dailyInsights", "/api/insights/daily").annotateContext(
      says(
        "Daily insights",
        "What happened on a day (UTC), today so far when unsaid: what moved, opened, was resolved, is contested and closes soon, the best calls, and a summary. Days that are over are kept and do not change."
      )
    )
      .setUrlParams(Schema.Struct({ date: Schema.optionalWith(DayParam, { exact: true }) }))
      .addSuccess(Schema.Struct({ insights: InsightsOfDay })),
    // Every prediction changes today's, and each time all of the day would be read again.
    { access: "none", publicCache: () => ["boards"] }
  ))
