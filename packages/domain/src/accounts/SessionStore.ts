import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { Account } from "./Account.ts"

/** A human token dies after this long without use, and in any case after the absolute time. */
export const sessionIdleDaysMax = 7
export const sessionAgeDaysMax = 30

/** The span over which failed logins are counted. */
export const loginFailureMinutes = 15

/** What a login is judged by. `account` is undefined when nobody has the address. */
export interface LoginFacts {
  readonly account: Account | undefined
  readonly password_hash: string | undefined
  /** Failed logins for the address within the last 15 minutes, whether anybody has it or not. */
  readonly recent_failures: number
}

/**
 * Human sessions and failed logins. Addresses are given by key (and failures kept by its digest), tokens by digest.
 *
 * - `open` also forgets the failures of the address, when given.
 * - `close` takes the id that the authenticated actor carries as `key_id`; an unknown one is harmless.
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
}>() {}
