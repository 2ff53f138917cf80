import { Context, type Effect } from "effect"
import type { Refusal } from "../../kernel/Refusal.ts"

/**
 * A slow password hash with back-pressure: fails with `RATE_LIMITED` and a retry time when too many hashes are waiting.
 */
export class PasswordHasher extends Context.Tag("auspex/PasswordHasher")<PasswordHasher, {
  /** Returns a salted hash in PHC string format. */
  readonly hash: (password: string) => Effect.Effect<string, Refusal>
  /** Whether `password` matches. Without a `hash` (no such account) it takes the same time and returns false. */
  readonly verify: (hash: string | undefined, password: string) => Effect.Effect<boolean, Refusal>
}>() {}
