import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  bonusAtRegistration,
  movesAtLink,
  movesWhenOverdue,
  type OpenReferral,
  unlinkedRecruitsMax
} from "../../src/platform/accounts/Referral.ts"
import { referralTotal } from "../../src/platform/accounts/ReferralTier.ts"

const referral = (change: Partial<OpenReferral> = {}): OpenReferral => ({
  recruit_id: "agent",
  recruit_name: "Agent",
  recruit_type: "agent",
  state: "waiting",
  recruiter_id: "recruiter",
  recruit_count: 0,
  same_owner: false,
  ...change
})

describe("a referral", () => {
  it.each([[0, 0, 200], [1, 1, 300], [4, 0, 500], [5, 5, 500], [6, 6, undefined], [60, 6, undefined], [60, 5, 500]])(
    "of the recruiter of %i, %i of them unlinked, pays %j at registration",
    (recruit_count, unlinked_recruits, bonus) =>
      expect(bonusAtRegistration({ recruit_count, unlinked_recruits })).toBe(bonus)
  )

  it.each<readonly [string, Partial<OpenReferral>, boolean, ReadonlyArray<readonly [string, number]>]>([
    ["a waiting one is paid", { recruit_count: 6 }, true, [["paid", 500]]],
    ["one that is paid stays", { state: "paid", recruit_count: 6 }, true, []],
    ["a waiting one within a family is refused", { same_owner: true }, true, [["refused", 0]]],
    ["one within a family that is paid is reversed", { same_owner: true, state: "paid", recruit_count: 2 }, true, [[
      "reversed",
      -300
    ]]],
    ["that of the owner waits for an agent without a code", { recruit_id: "owner", recruit_type: "human" }, true, []],
    ["that of the owner is paid for one", { recruit_id: "owner", recruit_type: "human" }, false, [["paid", 200]]],
    ["one of the agent that somebody else will link waits", { recruit_id: "other" }, false, []]
  ])("at a link: %s", (_, change, has_code, moves) => {
    expect(movesAtLink({ agent_id: "agent", has_code }, [referral(change)]).map(({ amount, to }) => [to, amount]))
      .toEqual(moves)
  })

  it("pays the total for the number of paid recruits, for any sequence of links, reversals and refusals", () => {
    const act = fc.tuple(fc.constantFrom("register", "link", "family", "overdue"), fc.nat(20))
    fc.assert(fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      let recruits: Array<{ id: string; state: "waiting" | "paid"; linked: boolean }> = []
      let points = 0
      const count = () => recruits.filter(({ state }) => state === "paid").length
      for (const [at, [kind, nth]] of acts.entries()) {
        const unlinked = recruits.filter(({ linked }) => !linked)
        if (kind === "register") {
          const bonus = bonusAtRegistration({
            recruit_count: count(),
            unlinked_recruits: unlinked.filter(({ state }) => state === "paid").length
          })
          points += bonus ?? 0
          recruits.push({ id: `r${at}`, state: bonus === undefined ? "waiting" : "paid", linked: false })
          continue
        }
        const some = unlinked[nth % Math.max(1, unlinked.length)]
        if (some === undefined) continue
        const open = (one: typeof some) => referral({ recruit_id: one.id, state: one.state, recruit_count: count() })
        const moves = kind === "overdue"
          ? movesWhenOverdue(unlinked.filter(({ state }) => state === "paid").map(open))
          : movesAtLink({ agent_id: some.id, has_code: true }, [{ ...open(some), same_owner: kind === "family" }])
        for (const move of moves) {
          points += move.amount
          recruits = move.to === "paid"
            ? recruits.map((one) => one.id === move.recruit_id ? { ...one, state: "paid" } : one)
            : recruits.filter(({ id }) => id !== move.recruit_id)
        }
        if (kind === "link") recruits = recruits.map((one) => one.id === some.id ? { ...one, linked: true } : one)
        expect(points).toBe(referralTotal(count()))
        expect(recruits.filter(({ linked, state }) => !linked && state === "paid").length)
          .toBeLessThanOrEqual(unlinkedRecruitsMax)
      }
    }))
  })
})
