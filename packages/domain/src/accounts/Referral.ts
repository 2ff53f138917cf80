import { referralBonus } from "./ReferralTier.ts"

/** For so many recruits that nobody has linked a recruiter is paid at a time; the next are paid for when they are linked. */
export const unlinkedRecruitsMax = 6

/** Whole days after which the bonus for a recruit that nobody has linked is taken back. */
export const referralDaysMax = 30

/**
 * What became of the bonus for somebody who came with a code. People, and unlinked recruits beyond the sixth, wait; a
 * referral is refused when recruit and recruiter turn out to have the same owner before anything was paid.
 */
export type ReferralState = "waiting" | "paid" | "reversed" | "refused"

/** How many recruits a recruiter is paid for, and how many of them nobody has linked. */
export interface RecruiterStanding {
  readonly recruit_count: number
  readonly unlinked_recruits: number
}

/**
 * What a recruiter gets for an agent that registers with its code; undefined when that waits for the link.
 *
 * @example bonusAtRegistration({ recruit_count: 1, unlinked_recruits: 1 }) // 300
 * @example bonusAtRegistration({ recruit_count: 6, unlinked_recruits: 6 }) // undefined
 */
export const bonusAtRegistration = (recruiter: RecruiterStanding): number | undefined =>
  recruiter.unlinked_recruits < unlinkedRecruitsMax ? referralBonus(recruiter.recruit_count + 1) : undefined

/** A referral whose bonus is not decided for good, with its recruiter as it stands. */
export interface OpenReferral {
  readonly recruit_id: string
  readonly recruit_name: string
  readonly recruit_type: "agent" | "human"
  readonly state: "waiting" | "paid"
  readonly recruiter_id: string
  /** How many recruits the recruiter is paid for. */
  readonly recruit_count: number
  readonly same_owner: boolean
}

/** A step of a referral, and what it moves on the recruiter's balance. */
export interface ReferralMove {
  readonly recruit_id: string
  readonly recruit_name: string
  readonly recruiter_id: string
  readonly to: Exclude<ReferralState, "waiting">
  readonly amount: number
}

/** Whether an agent that is being linked came with a code of its own. */
export interface LinkedRecruit {
  readonly agent_id: string
  readonly has_code: boolean
}

/**
 * What a link makes of the referrals that it touches, in their order. One within a family is reversed, or refused when it was
 * never paid; the agent's own is paid if it waits, and that of its new owner if the agent came without a code. A reversal takes
 * what the last recruit brought: the bonuses that remain are those of so many recruits, whichever of them remain.
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
 * The reversals of referrals whose recruits nobody has linked in time, in their order.
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
