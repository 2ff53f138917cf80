import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"

/** How long the link in a mail is good for. */
export const verificationHoursMax = 24
export const resetMinutesMax = 10

/** To whom a mail goes. */
export interface Addressee {
  readonly account_id: string
  readonly name: string
  readonly email: string
}

/**
 * Single-use links. Of any number of simultaneous uses of one token exactly one succeeds; an expired, used or unknown
 * token is undefined. Only digests are kept; expiry goes by the database's clock.
 *
 * - `issueVerification` and `issueReset` answer to whom the mail goes, in the same one round trip whether there is
 *   such an account or not; undefined when there is none, or nothing left to verify.
 * - `verify` marks the address verified and ends the account's other verification links.
 * - `reset` sets the password, and ends all of the account's sessions and reset links.
 */
export class EmailTokenStore extends Context.Tag("auspex/EmailTokenStore")<EmailTokenStore, {
  readonly issueVerification: (
    account: { readonly id: string } | { readonly emailKey: string },
    digest: Uint8Array
  ) => Effect.Effect<Addressee | undefined, StorageUnavailable>
  readonly issueReset: (
    emailKey: string,
    digest: Uint8Array
  ) => Effect.Effect<Addressee | undefined, StorageUnavailable>
  readonly verify: (digest: Uint8Array) => Effect.Effect<string | undefined, StorageUnavailable>
  /** Whether `reset` could succeed now; saves the slow hash otherwise. */
  readonly canReset: (digest: Uint8Array) => Effect.Effect<boolean, StorageUnavailable>
  readonly reset: (digest: Uint8Array, passwordHash: string) => Effect.Effect<string | undefined, StorageUnavailable>
}>() {}
