import { optional } from "@auspex/domain/kernel"
import {
  CategorySlug,
  categories,
  questionsPageDefault,
  questionsPageMax,
  QuestionSort,
  QuestionStatus,
  QuestionType,
  questionTextRules,
  subcategoriesOf,
  Timeframe
} from "@auspex/domain/questions"
import { Schema } from "effect"
import { asOfQuery } from "../../wire/InstantParam.ts"
import { BooleanFilter, listQuery } from "../../wire/ListQuery.ts"

const clearable = <A, I>(schema: Schema.Schema<A, I>) => optional(Schema.NullOr(schema))

/** The path parameters of operations on one question. */
export const QuestionPath = Schema.Struct({ id: Schema.String })

/** Slug of a subcategory. */
export const SubcategorySlug = Schema.Literal(
  ...categories.flatMap((category) => subcategoriesOf(category).map(({ slug }) => slug))
)

/** A type of question, or a type that clients of other services ask for and no question here has. */
const QuestionTypeFilter = Schema.String.annotations({
  description: `Only questions of this type: ${
    QuestionType.literals.join(" or ")
  }. For any other type the list is empty. A parameter called type is ignored here; it belongs to boards, search and feeds.`,
  examples: ["binary"]
})

/** The query of lists of questions. */
const questionListQuery = {
  ...listQuery(questionsPageDefault, questionsPageMax),
  status: optional(Schema.Literal(...QuestionStatus.literals, "all")),
  category: optional(CategorySlug),
  subcategory: optional(SubcategorySlug),
  timeframe: optional(Timeframe),
  question_type: optional(QuestionTypeFilter),
  tag: optional(Schema.String),
  q: optional(Schema.String),
  sort: optional(QuestionSort)
}
export const QuestionListQuery = Schema.Struct(questionListQuery)

/** The query of the public list, which also supports `as_of` and filters by the caller's own predictions. */
export const PublicQuestionListQuery = Schema.Struct({ ...questionListQuery, predicted: BooleanFilter, ...asOfQuery })

const text = (rule: { readonly min?: number; readonly max: number }) =>
  Schema.String.annotations({
    jsonSchema: { type: "string", ...(rule.min === undefined ? {} : { minLength: rule.min }), maxLength: rule.max }
  })
const uri = Schema.String.annotations({ jsonSchema: { type: "string", format: "uri", maxLength: 2048 } })
const day = Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } })
const instant = Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } })
const options = Schema.Array(Schema.String).annotations({
  jsonSchema: { type: "array", items: { type: "string", maxLength: 200 }, minItems: 2, maxItems: 10 }
})

const required = {
  question: text(questionTextRules.question),
  category: CategorySlug,
  timeframe: Timeframe,
  resolution_source: text(questionTextRules.resolution_source),
  resolution_date: day
}
const suggestible = {
  subcategory: clearable(Schema.String),
  tag: clearable(text(questionTextRules.tag)),
  resolution_url: clearable(uri),
  question_type: clearable(QuestionType),
  options: clearable(options),
  context: clearable(text(questionTextRules.context))
}
const administrable = {
  parent_question_id: clearable(Schema.String),
  parent_trigger: clearable(Schema.Boolean),
  evidence_urls: clearable(Schema.Array(uri)),
  weight: clearable(Schema.Number.annotations({ jsonSchema: { type: "number", minimum: 1, maximum: 5 } })),
  opens_at: clearable(instant),
  closes_at: clearable(instant)
}

/** The body of a suggestion. */
export const QuestionSuggestion = Schema.Struct({ ...required, ...suggestible })

/** The body of a question created by an administrator. */
export const NewQuestion = Schema.Struct({ ...required, ...suggestible, ...administrable })

/** An administrator's changes to a question; null clears a field. */
export const QuestionUpdate = Schema.Struct({
  question: optional(required.question),
  category: optional(required.category),
  timeframe: optional(required.timeframe),
  resolution_source: optional(required.resolution_source),
  resolution_date: optional(required.resolution_date),
  ...suggestible,
  ...administrable
})
