import type { FramingRule, FramingRuleData, FramingSeverity } from "./FramingRule.ts"
import { kindRules } from "./kindRules.ts"
import { quantityRules } from "./quantityRules.ts"
import { sourceRules } from "./sourceRules.ts"
import { textRules } from "./textRules.ts"
import { timeRules } from "./timeRules.ts"
import { wordingRules } from "./wordingRules.ts"

/**
 * The version of the registry, recorded with every judged question. It increases when a rule is added, removed or judges
 * otherwise; `since` of that rule is then this version.
 */
export const framingRulesVersion = 1

const allRules: ReadonlyArray<FramingRule> = [
  ...textRules,
  ...kindRules,
  ...timeRules,
  ...sourceRules,
  ...quantityRules,
  ...wordingRules
]

const ofSeverity = (severity: FramingSeverity): ReadonlyArray<FramingRule> =>
  allRules.filter((rule) => rule.severity === severity)

/** The framing rules in the order in which their findings are reported: those that block first. */
export const framingRules: ReadonlyArray<FramingRule> = [...ofSeverity("error"), ...ofSeverity("warning")]

/** The rules as plain data, without their checks. */
export const framingRulesAsData: ReadonlyArray<FramingRuleData> = framingRules.map(({ check: _, ...data }) => data)
