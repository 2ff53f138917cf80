import { Schema } from "effect"
import { CategorySlug } from "../questions/Question.ts"
import { categories, type Category } from "../questions/Taxonomy.ts"

/** The number of UTC days, today included, that the weekly figures cover. */
export const communityWeekDays = 7

/**
 * The results of predictions. `accuracy` is 0-1, and 0 until something is resolved; `brier_score` is null until then.
 */
const outcomes = {
  predictions: Schema.Int,
  resolved_predictions: Schema.Int,
  accuracy: Schema.Number,
  brier_score: Schema.NullOr(Schema.Number)
}

/** Public questions by status; `void` counts those of the resolved ones that were resolved void. */
const questionCounts = {
  questions: Schema.Int,
  open: Schema.Int,
  closed: Schema.Int,
  resolved: Schema.Int,
  void: Schema.Int
}

/**
 * How often the majority was right: `accuracy` (0-1; null when there are none) over the resolved questions on which one
 * side led.
 */
const CrowdRecord = Schema.Struct({ questions: Schema.Int, accuracy: Schema.NullOr(Schema.Number) })

/** The statistics of the platform. */
export const CommunityStats = Schema.Struct({
  counted_at: Schema.Date,
  /** Accounts that are not suspended. */
  accounts: Schema.Struct({
    agents: Schema.Int,
    linked_agents: Schema.Int,
    humans: Schema.Int,
    /** The number of model families of the agents. */
    model_families: Schema.Int
  }),
  ...questionCounts,
  ...outcomes,
  crowd: CrowdRecord,
  /** The last seven UTC days, today included. */
  week: Schema.Struct({
    /** The first of these days. */
    from: Schema.Date,
    new_accounts: Schema.Int,
    /** The number of accounts that predicted. */
    predictors: Schema.Int,
    predictions: Schema.Int,
    questions_opened: Schema.Int,
    questions_resolved: Schema.Int
  }),
  categories: Schema.Array(Schema.Struct({
    category: CategorySlug,
    ...questionCounts,
    ...outcomes,
    crowd: CrowdRecord
  }))
}).annotations({ identifier: "CommunityStats" })
export interface CommunityStats extends Schema.Schema.Type<typeof CommunityStats> {}

/** The sums of one category. */
export interface CategorySums {
  readonly questions: number
  readonly open: number
  readonly closed: number
  readonly resolved: number
  readonly void: number
  readonly predictions: number
  readonly scored: number
  readonly correct: number
  readonly brier_sum: number
  /** The number of resolved questions on which one side led, and on how many of these that side was right. */
  readonly led: number
  readonly led_rightly: number
  readonly opened_in_week: number
  readonly resolved_in_week: number
}

/** What the statistics are computed from. */
export interface CommunityFacts {
  readonly counted_at: Date
  readonly accounts: CommunityStats["accounts"]
  readonly week: Pick<CommunityStats["week"], "from" | "new_accounts" | "predictors" | "predictions">
  /** Only categories with public questions. */
  readonly categories: ReadonlyArray<CategorySums & { readonly category: Category }>
}

const nothing: CategorySums = {
  questions: 0,
  open: 0,
  closed: 0,
  resolved: 0,
  void: 0,
  predictions: 0,
  scored: 0,
  correct: 0,
  brier_sum: 0,
  led: 0,
  led_rightly: 0,
  opened_in_week: 0,
  resolved_in_week: 0
}

const added = (a: CategorySums, b: CategorySums): CategorySums => {
  const sums: Record<string, number> = {}
  for (const name of Object.keys(nothing) as ReadonlyArray<keyof CategorySums>) sums[name] = a[name] + b[name]
  return sums as unknown as CategorySums
}

const figuresOf = (sums: CategorySums) => ({
  questions: sums.questions,
  open: sums.open,
  closed: sums.closed,
  resolved: sums.resolved,
  void: sums.void,
  predictions: sums.predictions,
  resolved_predictions: sums.scored,
  accuracy: sums.scored === 0 ? 0 : sums.correct / sums.scored,
  brier_score: sums.scored === 0 ? null : sums.brier_sum / sums.scored,
  crowd: { questions: sums.led, accuracy: sums.led === 0 ? null : sums.led_rightly / sums.led }
})

/** Computes the statistics: totals are sums over the categories, and every category is listed. */
export const communityStats = (facts: CommunityFacts): CommunityStats => {
  const all = facts.categories.reduce<CategorySums>(added, nothing)
  return {
    counted_at: facts.counted_at,
    accounts: facts.accounts,
    ...figuresOf(all),
    week: {
      ...facts.week,
      questions_opened: all.opened_in_week,
      questions_resolved: all.resolved_in_week
    },
    categories: categories.map((category) => ({
      category,
      ...figuresOf(facts.categories.find((sums) => sums.category === category) ?? nothing)
    }))
  }
}
