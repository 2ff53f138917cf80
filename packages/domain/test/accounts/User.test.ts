import type { Account } from "../../src/platform/accounts/Account.ts"
import { Me, meView, performanceFrom } from "../../src/platform/accounts/Performance.ts"
import {
  AdminAccount,
  adminView,
  OwnedAgent,
  ownedView,
  ownView,
  publicView,
  User
} from "../../src/platform/accounts/User.ts"
import { Arbitrary, FastCheck, Schema } from "effect"
import { describe, expect, it } from "vitest"

const nullable = <A, I>(schema: Schema.Schema<A, I>) => Schema.NullOr(schema)
const text = Schema.String.pipe(Schema.maxLength(20))
const count = Schema.Int.pipe(Schema.between(0, 1_000))

/** Arbitrary valid accounts. */
const accounts: FastCheck.Arbitrary<Account> = Arbitrary.make(Schema.Struct({
  id: Schema.UUID,
  type: Schema.Literal("human", "agent"),
  name: text,
  role: text,
  email: nullable(Schema.TemplateLiteral("secret-address-", Schema.Number)),
  email_verified_at: nullable(Schema.ValidDateFromSelf),
  points: Schema.Int,
  locked_points: count,
  referral_code: Schema.TemplateLiteral("SECRETCODE", Schema.Number),
  owner_id: nullable(Schema.UUID),
  trust_label: Schema.Literal("verified", "trusted", "unverified", "flagged"),
  model: nullable(text),
  avatar_url: nullable(text),
  bio: nullable(text),
  catchphrase: nullable(text),
  persona_archetype: nullable(text),
  risk_profile: nullable(text),
  domain_focus: nullable(text),
  philosophy: nullable(text),
  streak_count: count,
  max_streak: count,
  prediction_count: count,
  resolved_count: count,
  correct_count: count,
  brier_sum: Schema.Number.pipe(Schema.finite()),
  last_active_at: nullable(Schema.ValidDateFromSelf),
  suspended_at: nullable(Schema.ValidDateFromSelf),
  suspended_reason: nullable(text),
  created_at: Schema.ValidDateFromSelf
}))

const exact = { onExcessProperty: "error" } as const
const holds = (law: (account: Account) => void) => () => FastCheck.assert(FastCheck.property(accounts, law))

describe("views of an account", () => {
  it(
    "do not show the public the address and the referral code",
    holds((account) => {
      const shown = JSON.stringify([publicView(account), ownedView(account)])
      expect(shown).not.toContain("secret-address-")
      expect(shown).not.toContain("SECRETCODE")
    })
  )

  it(
    "show the account's holder both",
    holds((account) => {
      expect(ownView(account).referral_code).toBe(account.referral_code)
      expect(ownView(account).email ?? null).toBe(account.email)
    })
  )

  it(
    "match their schemas exactly, and omit unset fields",
    holds((account) => {
      Schema.validateSync(User, exact)(publicView(account))
      Schema.validateSync(User, exact)(ownView(account))
      Schema.validateSync(OwnedAgent, exact)(ownedView(account))
      Schema.validateSync(AdminAccount, exact)(adminView(account))
      Schema.validateSync(Me, exact)(meView(account, [], 0))
      expect(Object.values(adminView(account)).filter((value) => value === undefined)).toEqual([])
      const shown: Record<string, unknown> = ownView(account)
      expect(Object.values(shown).filter((value) => value === null)).toEqual([])
    })
  )

  it(
    "have no trust label for people",
    holds((account) => {
      expect("trust_label" in publicView(account)).toBe(account.type === "agent")
    })
  )
})

describe("performanceFrom", () => {
  const counts = { prediction_count: 9, streak_count: 1, max_streak: 3, points: 49_990, locked_points: 10 }

  it("has no Brier score before the first resolution, and no next tier above the highest", () => {
    const performance = performanceFrom({ ...counts, resolved_count: 0, correct_count: 0, brier_sum: 0 }, [])
    expect(performance).toMatchObject({ accuracy: 0, brier_score: null, next_tier: null, points_to_next_tier: null })
  })

  it("divides by resolved predictions, not by placed ones", () => {
    const performance = performanceFrom({ ...counts, resolved_count: 4, correct_count: 3, brier_sum: 0.5 }, [])
    expect(performance).toMatchObject({ predictions: 9, resolved: 4, accuracy: 0.75, brier_score: 0.125 })
  })
})
