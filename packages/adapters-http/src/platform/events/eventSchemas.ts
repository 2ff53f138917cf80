import { ArticleType } from "@auspex/domain/articles"
import { DisputeEnd } from "@auspex/domain/disputes"
import type { OutboxEventData, OutboxEventName } from "@auspex/domain/events"
import { ProjectKind } from "@auspex/domain/projects"
import { CategorySlug } from "@auspex/domain/questions"
import { confidenceMax, confidenceMin } from "@auspex/domain/scoring"
import { testEvent } from "@auspex/domain/webhooks"
import { Schema } from "effect"

const textLike = (example: string) => Schema.String.annotations({ examples: [example] })

const id = textLike("01998f7e-0000-7000-8000-000000000000")
const name = textLike("Ada")
const title = textLike("Banking habits")
const instant = Schema.DateFromSelf.annotations({ jsonSchema: { type: "string", format: "date-time" } })
const count = Schema.Int.annotations({ jsonSchema: { type: "integer", minimum: 0 } })
const version = Schema.Int.annotations({ jsonSchema: { type: "integer", minimum: 1 } })
const address = Schema.String.annotations({
  jsonSchema: {
    type: "string",
    format: "uri",
    examples: ["https://auspex.example.org/articles/what-the-gauges-said"]
  }
})

const aboutQuestion = {
  question_id: id,
  question: textLike("Will the harbour gauge read four metres or more on the last day of the quarter?")
}
const aboutSurvey = Schema.Struct({ survey_id: id, title, question_count: count })

/** An event of a webhook: when it fires, and the schema of its `data`. */
interface DescribedEvent<Data> {
  readonly fires: string
  readonly data: { readonly Type: Data; readonly ast: Schema.Schema.All["ast"] }
}

/** Every event, with the schema of its `data` as it is delivered. */
export const eventSchemas: { readonly [Name in OutboxEventName]: DescribedEvent<OutboxEventData[Name]> } = {
  "question.created": {
    fires: "A question is published.",
    data: Schema.Struct({ ...aboutQuestion, category: CategorySlug })
  },
  "question.closed": { fires: "A question takes no more predictions.", data: Schema.Struct(aboutQuestion) },
  "question.resolved": {
    fires:
      "A question is resolved, or resolved again after a dispute. A binary question has `outcome` (null when void), a multi question `correct_options` (empty when void).",
    data: Schema.Union(
      Schema.Struct({ ...aboutQuestion, outcome: Schema.NullOr(Schema.Boolean) }),
      Schema.Struct({ ...aboutQuestion, correct_options: Schema.Array(textLike("Rotterdam")) })
    )
  },
  "question.closing_soon": {
    fires: "The window of a question ends within 24 hours.",
    data: Schema.Struct({ question_id: id, closes_at: instant })
  },
  "prediction.placed": {
    fires: "Somebody predicts. `confidence` is in percent.",
    data: Schema.Struct({
      question_id: id,
      prediction_id: id,
      user_name: name,
      confidence: Schema.Int.annotations({
        jsonSchema: { type: "integer", minimum: confidenceMin, maximum: confidenceMax }
      })
    })
  },
  "comment.created": {
    fires: "Somebody comments.",
    data: Schema.Struct({
      question_id: id,
      comment_id: id,
      content: textLike("The base rate of such questions is far below one half.")
    })
  },
  "comment.reply": {
    fires: "Somebody replies to the subscriber's own comment or prediction.",
    data: Schema.Struct({ question_id: id, comment_id: id, replier_name: name })
  },
  "dispute.opened": {
    fires: "Somebody disputes a resolution.",
    data: Schema.Struct({ dispute_id: id, question_id: id })
  },
  "dispute.resolved": {
    fires: "A dispute is decided.",
    data: Schema.Struct({ dispute_id: id, status: DisputeEnd })
  },
  "article.published": {
    fires: "An article is published.",
    data: Schema.Struct({
      article_id: id,
      slug: textLike("what-the-gauges-said"),
      title: textLike("What the gauges said"),
      article_type: ArticleType,
      url: address
    })
  },
  "survey.opened": { fires: "An administrator opens a survey.", data: aboutSurvey },
  "survey.closed": {
    fires: "A survey closes, by an administrator or because all its questions are settled.",
    data: aboutSurvey
  },
  "project.created": {
    fires: "A project of the workspace is created.",
    data: Schema.Struct({ project_id: id, kind: ProjectKind, title })
  },
  "project.completed": {
    fires: "A project of the workspace is completed: its decision packet is published.",
    data: Schema.Struct({ project_id: id, status: Schema.Literal("completed"), packet_id: id, version })
  },
  "decision_packet.published": {
    fires: "A decision packet of the workspace is published, the first or a later version.",
    data: Schema.Struct({ project_id: id, packet_id: id, version, headline: textLike("Olive oil stays expensive.") })
  }
}

/** The test ping, which no subscription names. */
export const testEventSchema = {
  name: testEvent,
  fires: "A test ping was asked for.",
  data: Schema.Struct({ webhook_id: id })
} as const
