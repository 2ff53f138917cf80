import { Context, type Effect } from "effect"

/**
 * Something whose public answers may have changed. `leaderboard` is whatever shows balances and records of accounts;
 * `boards` are answers that are sums over many things: placements do not announce those, but whatever is announced makes
 * them old sooner where they are quickly made. `comments:` and the id of a question is what was said there, `discussions`
 * what was said anywhere; `suspensions` are accounts whose words are shown no more, or again.
 */
export type Topic =
  | "questions"
  | "leaderboard"
  | "boards"
  | "discussions"
  | "suspensions"
  | `question:${string}`
  | `comments:${string}`
  | `account:${string}`

/**
 * Says, after a commit, what changed, so that cached answers of this instance are dropped before the next read. A hint:
 * other instances notice by age (at most 5 s). Never fails and never waits.
 */
export class Changes extends Context.Tag("auspex/Changes")<Changes, {
  readonly announce: (topics: ReadonlyArray<Topic>) => Effect.Effect<void>
}>() {}
