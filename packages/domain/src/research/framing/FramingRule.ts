import { Schema } from "effect"
import { FramingPurpose } from "./FramingPurpose.ts"
import type { QuestionReading } from "./QuestionReading.ts"
import { ResearchQuestionDraft } from "./ResearchQuestionDraft.ts"
import { ResearchQuestionKind } from "./ResearchQuestionKind.ts"

/** An `error` blocks a question; a `warning` is recorded with it. */
export const FramingSeverity = Schema.Literal("error", "warning")
export type FramingSeverity = typeof FramingSeverity.Type

/** What a rule may use besides the question. */
export interface FramingFacts {
  /** The day of judging, `YYYY-MM-DD`. */
  readonly today: string
  /** `forecast` unless given. */
  readonly purpose?: FramingPurpose
  /** The fingerprints of the project's other questions (`questionFingerprint`). */
  readonly others?: ReadonlySet<string>
}

/** How a question breaks a rule: what was measured, the limit where there is one, and the field if not the rule's own. */
export interface FramingBreach {
  readonly measured?: number | string
  readonly limit?: number | string
  readonly field?: string
}

/** A question that shows a rule, with its purpose (`forecast` unless given) and the other questions of its project. */
export const FramingExample = Schema.Struct({
  draft: ResearchQuestionDraft,
  purpose: Schema.optionalWith(FramingPurpose, { exact: true }),
  others: Schema.optionalWith(Schema.Array(ResearchQuestionDraft), { exact: true })
}).annotations({ identifier: "FramingExample" })
export interface FramingExample extends Schema.Schema.Type<typeof FramingExample> {}

/** A rule without its check, as it is served. */
export const FramingRuleData = Schema.Struct({
  /** The code of the findings of this rule. */
  id: Schema.String,
  /** The version of the registry that has the rule first, or changed its meaning last. */
  since: Schema.Int,
  severity: FramingSeverity,
  /** The kinds of question that it judges. A question without a kind is judged by the rules for every kind. */
  applies_to: Schema.Array(ResearchQuestionKind),
  purposes: Schema.Array(FramingPurpose),
  /** The field that a finding names, unless it names one more precisely. */
  field: Schema.String,
  /** One sentence or more, in which `{measured}` and `{limit}` stand for the finding's values. */
  message: Schema.String,
  measures: Schema.String,
  examples: Schema.Struct({ bad: FramingExample, good: FramingExample })
}).annotations({ identifier: "FramingRule" })
export interface FramingRuleData extends Schema.Schema.Type<typeof FramingRuleData> {}

/** A framing rule. A test runs the examples: the bad one breaks this rule alone, the good one breaks none. */
export interface FramingRule extends FramingRuleData {
  /** Takes linear time and returns for every text; undefined when the question keeps the rule. */
  readonly check: (question: QuestionReading, facts: FramingFacts) => FramingBreach | undefined
}
