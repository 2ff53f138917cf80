import { InsightsOfDay, IntelBrief } from "@auspex/domain/briefs"
import { isCalendarDate } from "@auspex/domain/kernel"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { operation } from "../../wire/OperationPolicy.ts"
import { documentation } from "../../wire/documentation.ts"

/** A calendar day in a query string, `YYYY-MM-DD`, in the years 1000 to 9999. */
const DayParam = Schema.String.pipe(
  Schema.filter((text) => isCalendarDate(text) && !text.startsWith("0"), {
    jsonSchema: { type: "string", format: "date" }
  })
).annotations({ message: () => "must be a calendar date, YYYY-MM-DD" })

/** Written summaries of the predictions on a question and of a day's events. */
export const BriefsApi = HttpApiGroup.make("briefs").annotate(
  OpenApi.Description,
  "Written summaries of the predictions on a question and of the events of a day."
)
  .add(operation(
    HttpApiEndpoint.get("intelBrief", "/api/questions/:id/intel-brief").annotateContext(
      documentation(
        "Intel brief",
        "A summary of the predictions on a question, the arguments of each side in sentences quoted from the predictions, the addresses cited by the most accounts, and the consensus. On multi questions arguments_for are for the leading option and arguments_against for the others. Every quotation names its prediction."
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
      documentation(
        "Daily insights",
        "What happened on a day (UTC; by default today so far): questions that moved, opened, were resolved, are contested or close soon, the best calls, and a summary. Past days are stored and do not change."
      )
    )
      .setUrlParams(Schema.Struct({ date: Schema.optionalWith(DayParam, { exact: true }) }))
      .addSuccess(Schema.Struct({ insights: InsightsOfDay })),
    // Every prediction changes today's insights, and recomputing them reads the whole day.
    { access: "none", publicCache: () => ["boards"] }
  ))
