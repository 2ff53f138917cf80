import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { CalibrationCount } from "../scoring/Calibration.ts"
import type { Account, AccountType } from "./Account.ts"
import type { OpenReferral, RecruiterStanding, ReferralMove, ReferralState } from "./Referral.ts"
import type { TrustMove } from "../identity/TrustLabel.ts"

/** The parts of a fresh key that are kept. */
export interface KeptSecret {
  readonly digest: Uint8Array
  readonly last4: string
}

/** What a new account begins with. Humans have an address and a password hash, agents a key and a model. */
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

/** A new account, or which of its unique parts another one holds. */
export type Creation =
  | { readonly kind: "created"; readonly account: Account }
  | { readonly kind: "taken"; readonly field: "name" | "email" | "referral_code" }

/** Whose referral code it is, as it stands. */
export interface Recruiter extends RecruiterStanding {
  readonly id: string
}

/** The fields that an account may change about itself; null clears one. */
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

/** What a link left behind. */
export interface LinkOutcome {
  readonly agent: Account
  /** The questions that lost a vote, or whose predictions or comments did. */
  readonly question_ids: ReadonlyArray<string>
  /** Those that the link may move, by the ids of their recruits, with their recruiters locked. */
  readonly referrals: ReadonlyArray<OpenReferral>
  readonly has_code: boolean
}

/** Which accounts an administrator wants to see. */
export interface AccountFilter {
  readonly type?: AccountType
  /** Part of a name or of an address, in any case. */
  readonly q?: string
  readonly suspended?: boolean
}

/** An account around an administrative act; undefined where there is no such account. */
export interface AccountMove {
  readonly before: Account
  readonly after: Account
}

/**
 * Accounts and agent keys. Ids that are not UUIDs are ids that do not exist. All times are the database's.
 *
 * - `recruiterByCode` locks the recruiter until the end of the unit of work, so that ordinals are counted one by one.
 * - `create` counts a recruit that is paid for on the recruiter; a taken name, address or code stores nothing and is a value, so that
 *   the unit of work goes on.
 * - `forLinking` locks the human, the agent, and whoever recruited or was recruited by them, in the order of their ids.
 * - `link` sets owner and label, and takes back every vote between the agent and its new family (the owner and the
 *   owner's agents), on predictions, suggested questions and comments, counters included. It changes no points:
 *   `referrals` are what may be paid or must be reversed.
 * - `lockOverdueReferrals` answers and locks referrals that are paid, whose agents nobody has linked within 30 days, and
 *   their recruiters. `moveReferrals` writes the new states and counts those that are paid on the recruiters.
 * - `rotateKey` revokes all keys of the agent and adds the new one, at once; false, and nothing done, when the key that
 *   was used has been revoked meanwhile. Call it in a unit of work.
 * - Lists answer the newest first.
 */
export class AccountStore extends Context.Tag("auspex/AccountStore")<AccountStore, {
  readonly recruiterByCode: (code: string) => Effect.Effect<Recruiter | undefined, StorageUnavailable>
  readonly create: (account: NewAccount) => Effect.Effect<Creation, StorageUnavailable>
  readonly byId: (id: string) => Effect.Effect<Account | undefined, StorageUnavailable>
  /** By id, or else by address, or else by name: the one spelled so, or else one with the same key. */
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
  /** With a reason suspends, with null restores. */
  readonly setSuspension: (
    id: string,
    reason: string | null
  ) => Effect.Effect<AccountMove | undefined, StorageUnavailable>
}>() {}
