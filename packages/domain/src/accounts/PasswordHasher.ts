import { Context, type Effect } from "effect"
import type { Refusal } from "../kernel/Refusal.ts"

/**
 * Slow on purpose, and gated: when too many hashes wait, fails with `RATE_LIMITED` and a retry time instead of starving
 * the process.
 */
export class PasswordHasher extends Context.Tag("auspex/PasswordHasher")<PasswordHasher, {
  /** A salted hash in PHC string form. */
  readonly hash: (password: string) => Effect.Effect<string, Refusal>
  /** Whether `password` matches; with `undefined` (no such account) takes the same time and answers false. */
  readonly verify: (hash: string | undefined, password: string) => Effect.Effect<boolean, Refusal>
}>() {}
