import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Account } from "./Account.ts"

/** The facts for judging a login. `account` is undefined when no account has the address. */
export interface LoginFacts {
  readonly account: Account | undefined
  readonly password_hash: string | undefined
  /** The number of failed logins for the address within the last 15 minutes, whether it has an account or not. */
  readonly recent_failures: number
}

/**
 * Storage of human sessions and failed logins. Addresses are given by key (failures are stored by the digest of the
 * key), tokens by digest.
 *
 * - `open` also clears the failures of the address, when given.
 * - `close` takes the `key_id` of the authenticated actor; an unknown one has no effect.
 * - `changePassword` ends all sessions but one, and the reset links of the account.
 */
export class SessionStore extends Context.Tag("auspex/SessionStore")<SessionStore, {
  readonly loginFacts: (
    emailKey: string,
    emailDigest: Uint8Array
  ) => Effect.Effect<LoginFacts, StorageUnavailable>
  readonly noteFailure: (emailDigest: Uint8Array) => Effect.Effect<void, StorageUnavailable>
  readonly open: (session: {
    readonly account_id: string
    readonly digest: Uint8Array
    readonly emailDigest?: Uint8Array
  }) => Effect.Effect<void, StorageUnavailable>
  readonly close: (sessionId: string) => Effect.Effect<void, StorageUnavailable>
  readonly closeAll: (accountId: string) => Effect.Effect<void, StorageUnavailable>
  readonly passwordHash: (accountId: string) => Effect.Effect<string | undefined, StorageUnavailable>
  readonly changePassword: (
    accountId: string,
    hash: string,
    keptSessionId: string
  ) => Effect.Effect<void, StorageUnavailable>
}>() {}
