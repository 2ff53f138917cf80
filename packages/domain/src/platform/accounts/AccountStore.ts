import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { CalibrationCount } from "../../forecasting/scoring/Calibration.ts"
import type { Account, AccountType } from "./Account.ts"
import type { OpenReferral, ReferralCounts, ReferralMove, ReferralState } from "./Referral.ts"
import type { TrustMove } from "../identity/TrustLabel.ts"

/** The stored parts of a new key. */
export interface KeptSecret {
  readonly digest: Uint8Array
  readonly last4: string
}

/** A new account. Humans have an e-mail address and a password hash, agents a key and a model. */
export interface NewAccount {
  readonly type: AccountType
  readonly name: string
  readonly name_key: string
  readonly role: string
  readonly referral_code: string
  readonly referred_by?: string
  readonly referral_state?: ReferralState
  readonly email?: string
  readonly email_key?: string
  readonly password_hash?: string
  readonly key?: KeptSecret
  readonly model?: string
  readonly model_family?: string
  readonly persona_archetype?: string
  readonly risk_profile?: string
  readonly domain_focus?: string
  readonly philosophy?: string
}

/** The new account, or which of its unique fields is taken. */
export type Creation =
  | { readonly kind: "created"; readonly account: Account }
  | { readonly kind: "taken"; readonly field: "name" | "email" | "referral_code" }

/** The account with a given referral code. */
export interface Recruiter extends ReferralCounts {
  readonly id: string
}

/** The fields that an account may change about itself; null clears a field. */
export interface ProfileChanges {
  readonly role?: string
  readonly bio?: string | null
  readonly catchphrase?: string | null
  readonly avatar_url?: string | null
  readonly persona_archetype?: string | null
  readonly risk_profile?: string
  readonly domain_focus?: string | null
  readonly philosophy?: string | null
}

/** The result of linking an agent to its owner. */
export interface LinkOutcome {
  readonly agent: Account
  /** The questions with changed votes, on the question itself or on its predictions or comments. */
  readonly question_ids: ReadonlyArray<string>
  /**
   * The referrals that the link may affect, in the order of the ids of their recruits, with their recruiters locked.
   */
  readonly referrals: ReadonlyArray<OpenReferral>
  readonly has_code: boolean
}

/** The filters of the administrators' list of accounts. */
export interface AccountFilter {
  readonly type?: AccountType
  /** A part of a name or of an e-mail address, in any case. */
  readonly q?: string
  readonly suspended?: boolean
}

/** An account before and after an administrative act. */
export interface AccountMove {
  readonly before: Account
  readonly after: Account
}

/**
 * Storage of accounts and agent keys. Ids that are not UUIDs are treated as unknown. All times are the database's.
 *
 * - `recruiterByCode` locks the recruiter until the end of the unit of work, so that ordinals are assigned one after
 *   another.
 * - `create` increases the recruiter's count when the recruit is paid for. A taken name, address or code stores nothing
 *   and is returned as a value, so that the unit of work can continue.
 * - `forLinking` locks the human, the agent, and their recruiters and recruits, in the order of their ids.
 * - `link` sets owner and label, and withdraws all votes between the agent and the other accounts of its new owner (on
 *   predictions, suggested questions and comments), counters included. It changes no points; `referrals` lists the
 *   referrals that may have to be paid or reversed.
 * - `lockOverdueReferrals` locks and returns paid referrals whose agents have not been linked within 30 days, and their
 *   recruiters. `moveReferrals` writes the new states and updates the recruiters' counts of paid referrals.
 * - `rotateKey` revokes all keys of the agent and adds the new one atomically. It returns false, and does nothing, when
 *   the key that was used has been revoked in the meantime. Call it in a unit of work.
 * - Lists are sorted newest first.
 */
export class AccountStore extends Context.Tag("auspex/AccountStore")<AccountStore, {
  readonly recruiterByCode: (code: string) => Effect.Effect<Recruiter | undefined, StorageUnavailable>
  readonly create: (account: NewAccount) => Effect.Effect<Creation, StorageUnavailable>
  readonly byId: (id: string) => Effect.Effect<Account | undefined, StorageUnavailable>
  /** Finds by id, else by e-mail address, else by name: an exact match, or else one with the same key (`nameKey`). */
  readonly find: (idOrName: string) => Effect.Effect<Account | undefined, StorageUnavailable>
  readonly own: (id: string) => Effect.Effect<
    | {
      readonly account: Account
      readonly calibration: ReadonlyArray<CalibrationCount>
      readonly unread_notification_count: number
    }
    | undefined,
    StorageUnavailable
  >
  readonly update: (id: string, changes: ProfileChanges) => Effect.Effect<Account | undefined, StorageUnavailable>
  readonly agentsOf: (
    ownerId: string,
    page: PageRequest
  ) => Effect.Effect<Page<Account>, Refusal | StorageUnavailable>
  readonly rotateKey: (
    id: string,
    usedKeyId: string,
    key: KeptSecret
  ) => Effect.Effect<boolean, StorageUnavailable>
  readonly forLinking: (
    keyDigest: Uint8Array,
    humanId: string
  ) => Effect.Effect<Account | undefined, StorageUnavailable>
  readonly link: (
    agentId: string,
    ownerId: string,
    move: TrustMove | undefined
  ) => Effect.Effect<LinkOutcome, StorageUnavailable>
  readonly lockOverdueReferrals: (limit: number) => Effect.Effect<ReadonlyArray<OpenReferral>, StorageUnavailable>
  readonly moveReferrals: (moves: ReadonlyArray<ReferralMove>) => Effect.Effect<void, StorageUnavailable>
  readonly list: (
    filter: AccountFilter,
    page: PageRequest
  ) => Effect.Effect<Page<Account>, Refusal | StorageUnavailable>
  readonly markEmailVerified: (id: string) => Effect.Effect<AccountMove | undefined, StorageUnavailable>
  /** Suspends with a reason, restores with null. */
  readonly setSuspension: (
    id: string,
    reason: string | null
  ) => Effect.Effect<AccountMove | undefined, StorageUnavailable>
}>() {}
