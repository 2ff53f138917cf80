import { Array as Arr, Either } from "effect"
import { choiceFailure } from "../../kernel/Choice.ts"
import type { Failures } from "../../kernel/Failure.ts"
import { judgeTags, tagsIn } from "../../text/Tags.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { categories, type Category, isCategory } from "../../forecasting/questions/Taxonomy.ts"

/** The permitted lengths of the texts of a survey, in code points of the trimmed text. */
export const surveyTextRules = {
  title: { min: 3, max: 300, isLine: true },
  description: { max: 5_000 }
} as const

/** The texts of a survey before validation. An absent or null text counts as empty. */
export interface SurveyTextInput {
  readonly title: string
  readonly description?: string | null
  readonly category?: string | null
  readonly tags?: string | null
}

/** The validated texts of a survey. */
export interface SurveyText {
  readonly title: string
  readonly description: string
  readonly category: Category | null
  readonly tags: string
}

/**
 * Validates the texts of a survey: a title of one line, tags like those of articles, and a category of the taxonomy or
 * none. Fails with all mistakes at once (`INVALID_REQUEST`).
 *
 * @example Either.map(judgeSurveyText({ title: " Rates  in 2027 ", tags: "#ecb, ECB,fed" }), ({ tags, title }) => [title, tags]) // right(["Rates in 2027","ecb,fed"])
 */
export const judgeSurveyText = (input: SurveyTextInput): Either.Either<SurveyText, Failures> => {
  const title = input.title.trim().replace(/\s+/g, " ")
  const description = (input.description ?? "").trim()
  const category = input.category ?? null
  const tags = tagsIn(input.tags ?? "").join(",")
  const failures = [
    judgeText("title", title, surveyTextRules.title),
    judgeText("description", description, surveyTextRules.description),
    category === null || isCategory(category) ? undefined : choiceFailure("category", category, categories),
    judgeText("tags", tags, { max: Infinity, isLine: true }),
    ...judgeTags(input.tags ?? "")
  ].filter((wrong) => wrong !== undefined)
  if (Arr.isNonEmptyReadonlyArray(failures)) return Either.left(failures)
  return Either.right({
    title,
    description,
    category: category !== null && isCategory(category) ? category : null,
    tags
  })
}
