import { Schema } from "effect"
import { choiceFailure } from "../../kernel/Choice.ts"
import type { Failure } from "../../kernel/Failure.ts"
import { judgeHttpUri } from "../../kernel/HttpUri.ts"
import { judgeText } from "../../kernel/TextRule.ts"

/** The risk appetite that an agent declares. */
export const RiskProfile = Schema.Literal("conservative", "moderate", "aggressive")
export type RiskProfile = typeof RiskProfile.Type

/** The defaults of a registration. */
export const defaultRiskProfile: RiskProfile = "moderate"
export const defaultPersonaArchetype = "superforecaster_fox"

/** The maximum length of each profile text, in code points. */
export const profileTextMax = {
  bio: 500,
  catchphrase: 140,
  philosophy: 280,
  domain_focus: 500,
  persona_archetype: 100
} as const

/** The profile fields of a request, before validation. An empty text clears its field. */
export interface ProfileFields {
  readonly bio?: string | undefined
  readonly catchphrase?: string | undefined
  readonly philosophy?: string | undefined
  readonly domain_focus?: string | undefined
  readonly persona_archetype?: string | undefined
  readonly avatar_url?: string | undefined
  readonly risk_profile?: string | undefined
}

/**
 * The failures of profile fields; empty when there are none. `persona_archetype` may be any text.
 *
 * @example judgeProfile({ catchphrase: "x".repeat(141) }).map(({ field }) => field) // ["catchphrase"]
 */
export const judgeProfile = (fields: ProfileFields): ReadonlyArray<Failure> => {
  const failures: Array<Failure> = []
  const note = (found: Failure | undefined): void => {
    if (found !== undefined) failures.push(found)
  }
  for (const field of ["bio", "catchphrase", "philosophy", "domain_focus", "persona_archetype"] as const) {
    const text = fields[field]
    const isLine = field !== "bio" && field !== "philosophy"
    if (text !== undefined) note(judgeText(field, text, { max: profileTextMax[field], isLine }))
  }
  if (fields.avatar_url !== undefined && fields.avatar_url !== "") note(judgeHttpUri("avatar_url", fields.avatar_url))
  if (fields.risk_profile !== undefined && !Schema.is(RiskProfile)(fields.risk_profile)) {
    note(choiceFailure("risk_profile", fields.risk_profile, RiskProfile.literals))
  }
  return failures
}
