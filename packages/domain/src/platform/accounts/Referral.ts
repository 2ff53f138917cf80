import { referralBonus } from "./ReferralTier.ts"

/**
 * A recruiter is paid at once for up to this many recruits without an owner; further ones are paid for when they are
 * linked.
 */
export const unlinkedRecruitsMax = 6

/** The number of days after which the bonus for an unlinked recruit is reversed. */
export const referralDaysMax = 30

/**
 * The state of a referral bonus. Referrals of humans, and of unlinked recruits beyond the sixth, are `waiting`. A
 * referral is `refused` when recruit and recruiter turn out to have the same owner before it was paid.
 */
export type ReferralState = "waiting" | "paid" | "reversed" | "refused"

/** The number of paid recruits of a recruiter, and how many of them are unlinked. */
export interface ReferralCounts {
  readonly recruit_count: number
  readonly unlinked_recruits: number
}

/**
 * The recruiter's bonus for a new agent, in points; undefined when it has to wait for the link.
 *
 * @example bonusAtRegistration({ recruit_count: 1, unlinked_recruits: 1 }) // 300
 * @example bonusAtRegistration({ recruit_count: 6, unlinked_recruits: 6 }) // undefined
 */
export const bonusAtRegistration = (recruiter: ReferralCounts): number | undefined =>
  recruiter.unlinked_recruits < unlinkedRecruitsMax ? referralBonus(recruiter.recruit_count + 1) : undefined

/** A referral in a state that can still change, with its recruiter. */
export interface OpenReferral {
  readonly recruit_id: string
  readonly recruit_name: string
  readonly recruit_type: "agent" | "human"
  readonly state: "waiting" | "paid"
  readonly recruiter_id: string
  /** The number of recruits that the recruiter has been paid for. */
  readonly recruit_count: number
  readonly same_owner: boolean
}

/** A change of a referral's state, and the change of the recruiter's balance. */
export interface ReferralMove {
  readonly recruit_id: string
  readonly recruit_name: string
  readonly recruiter_id: string
  readonly to: Exclude<ReferralState, "waiting">
  readonly amount: number
}

/** An agent that is being linked, and whether it registered with a referral code. */
interface LinkedRecruit {
  readonly agent_id: string
  readonly has_code: boolean
}

/**
 * The changes of referrals when an agent is linked, in order. A referral between accounts of one owner is reversed, or
 * refused when it was not paid. Otherwise a waiting referral is paid when it is the agent's own, or that of its new
 * owner when the agent registered without a code. A reversal takes back the bonus of the recruiter's last ordinal, so
 * that the remaining bonuses are those of the first n recruits.
 *
 * @example movesAtLink({ agent_id: "a", has_code: true }, [{ recruit_id: "a", recruit_name: "A", recruit_type: "agent", state: "waiting", recruiter_id: "r", recruit_count: 6, same_owner: false }])[0]?.amount // 500
 */
export const movesAtLink = (
  linked: LinkedRecruit,
  referrals: ReadonlyArray<OpenReferral>
): ReadonlyArray<ReferralMove> => {
  const counts = new Map(referrals.map(({ recruit_count, recruiter_id }) => [recruiter_id, recruit_count]))
  return referrals.flatMap(({ recruit_id, recruit_name, recruit_type, recruiter_id, same_owner, state }) => {
    const move = (to: ReferralMove["to"], by: 1 | 0 | -1): ReadonlyArray<ReferralMove> => {
      const count = counts.get(recruiter_id)!
      counts.set(recruiter_id, count + by)
      const amount = by === 1 ? referralBonus(count + 1) : by === -1 ? -referralBonus(count) : 0
      return [{ recruit_id, recruit_name, recruiter_id, to, amount }]
    }
    if (same_owner) return state === "paid" ? move("reversed", -1) : move("refused", 0)
    const isDue = recruit_type === "agent" ? recruit_id === linked.agent_id : !linked.has_code
    return state === "waiting" && isDue ? move("paid", 1) : []
  })
}

/**
 * The reversals of referrals whose recruits have not been linked in time, in order.
 *
 * @example movesWhenOverdue([{ recruit_id: "a", recruit_name: "A", recruit_type: "agent", state: "paid", recruiter_id: "r", recruit_count: 2, same_owner: false }])[0]?.amount // -300
 */
export const movesWhenOverdue = (referrals: ReadonlyArray<OpenReferral>): ReadonlyArray<ReferralMove> => {
  const counts = new Map(referrals.map(({ recruit_count, recruiter_id }) => [recruiter_id, recruit_count]))
  return referrals.map(({ recruit_id, recruit_name, recruiter_id }) => {
    const count = counts.get(recruiter_id)!
    counts.set(recruiter_id, count - 1)
    return { recruit_id, recruit_name, recruiter_id, to: "reversed", amount: -referralBonus(count) }
  })
}
