import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"
import type { FramingBreach, FramingFacts, FramingRule } from "./FramingRule.ts"
import type { FramingPurpose } from "./FramingPurpose.ts"
import { framingRules, framingRulesVersion } from "./framingRules.ts"
import { questionFingerprint } from "./QuestionFingerprint.ts"
import { readQuestion } from "./QuestionReading.ts"
import type { ResearchQuestionDraft } from "./ResearchQuestionDraft.ts"
import { ResearchQuestionKind } from "./ResearchQuestionKind.ts"

/** One rule that a question breaks. The code is the id of the rule. */
export const FramingFinding = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  field: Schema.String,
  measured: optional(Schema.Union(Schema.Number, Schema.String)),
  limit: optional(Schema.Union(Schema.Number, Schema.String))
}).annotations({ identifier: "FramingFinding" })
export interface FramingFinding extends Schema.Schema.Type<typeof FramingFinding> {}

/** What is kept of the judgement of a question. */
export const FramingRecord = Schema.Struct({
  rules_version: Schema.Int,
  passed: Schema.Boolean,
  warnings: Schema.Array(FramingFinding)
}).annotations({ identifier: "FramingRecord" })
export interface FramingRecord extends Schema.Schema.Type<typeof FramingRecord> {}

/** The judgement of a question: it passes when no rule that blocks is broken. Warnings do not block. */
export interface FramingVerdict extends FramingRecord {
  readonly failures: ReadonlyArray<FramingFinding>
}

/** How much of a measured text a finding quotes, in UTF-16 code units. */
const measuredMax = 120

const applies = (rule: FramingRule, { kind }: ResearchQuestionDraft, purpose: FramingPurpose): boolean =>
  rule.purposes.includes(purpose) && (kind === null || kind === undefined
    ? rule.applies_to.length === ResearchQuestionKind.literals.length
    : rule.applies_to.includes(kind))

const findingOf = ({ field, id, message }: FramingRule, breach: FramingBreach): FramingFinding => {
  const measured = typeof breach.measured === "string" && breach.measured.length > measuredMax
    ? `${breach.measured.slice(0, measuredMax)}…`
    : breach.measured
  const { limit } = breach
  return {
    code: id,
    message: message.replace("{measured}", () => String(measured)).replace("{limit}", () => String(limit)),
    field: breach.field ?? field,
    ...(measured === undefined ? {} : { measured }),
    ...(limit === undefined ? {} : { limit })
  }
}

/**
 * Judges a question by every rule that applies to it and returns all findings, in the order of the rules. Pure, total
 * for any text, and linear in its length. White space does not matter.
 *
 * @example frameQuestion({ text: "IPO?", kind: "binary" }, { today: "2026-06-01" }).failures.map(({ code }) => code) // ["text_too_short", "not_time_bound"]
 * @example frameQuestion({ text: "Which bank do you use?" }, { today: "2026-06-01", purpose: "survey" }).passed // true
 */
export const frameQuestion = (
  draft: ResearchQuestionDraft,
  facts: FramingFacts,
  rules: ReadonlyArray<FramingRule> = framingRules
): FramingVerdict => {
  const purpose = facts.purpose ?? "forecast"
  const question = readQuestion(draft, purpose)
  const failures: Array<FramingFinding> = []
  const warnings: Array<FramingFinding> = []
  for (const rule of rules) {
    const breach = applies(rule, draft, purpose) ? rule.check(question, facts) : undefined
    if (breach !== undefined) (rule.severity === "error" ? failures : warnings).push(findingOf(rule, breach))
  }
  return { rules_version: framingRulesVersion, passed: failures.length === 0, failures, warnings }
}

/**
 * Judges the questions of one project together, in order: each is also compared with those before it, and with `others`
 * of the facts.
 */
export const frameQuestions = (
  drafts: ReadonlyArray<ResearchQuestionDraft>,
  facts: FramingFacts
): ReadonlyArray<FramingVerdict> => {
  const others = new Set(facts.others)
  return drafts.map((draft) => {
    const verdict = frameQuestion(draft, { ...facts, others })
    others.add(questionFingerprint(draft))
    return verdict
  })
}
