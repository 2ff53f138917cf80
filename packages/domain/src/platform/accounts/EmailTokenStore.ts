import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"

/** The recipient of a mail. */
export interface Addressee {
  readonly account_id: string
  readonly name: string
  readonly email: string
}

/**
 * Storage of single-use tokens in mailed links, and in links that sign in. Of concurrent uses of one token exactly one succeeds; expired, used and
 * unknown tokens give undefined. Only digests are stored; the database's clock decides expiry.
 *
 * - `issueVerification` and `issueReset` return the recipient; undefined when the account does not exist, or when
 * nothing is left to verify. They make the same round trip in all cases. - `verify` marks the address as verified and
 * invalidates the account's other verification links. - `isVerifiedBy` returns whether the address of a verification
 * link, used or not, is verified by now; false once the link has expired. - `reset` sets the password, and ends all
 * sessions and reset links of the account. - `signIn` returns the account, which may not be suspended, and uses the
 * link up.
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
  readonly isVerifiedBy: (digest: Uint8Array) => Effect.Effect<boolean, StorageUnavailable>
  /** Whether `reset` could succeed now; avoids a needless password hash. */
  readonly canReset: (digest: Uint8Array) => Effect.Effect<boolean, StorageUnavailable>
  readonly reset: (digest: Uint8Array, passwordHash: string) => Effect.Effect<string | undefined, StorageUnavailable>
  readonly issueSignIn: (
    accountId: string,
    digest: Uint8Array
  ) => Effect.Effect<Addressee | undefined, StorageUnavailable>
  readonly signIn: (digest: Uint8Array) => Effect.Effect<string | undefined, StorageUnavailable>
}>() {}
