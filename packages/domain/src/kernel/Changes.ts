import { Context, type Effect } from "effect"

/**
 * A tag for cached public answers that a change may affect.
 *
 * - `questions`: lists of questions.
 * - `leaderboard`: answers that show balances and records of accounts.
 * - `boards`: expensive aggregates. Placing a prediction does not announce this topic; any announcement shortens how
 *   long such an answer counts as fresh, provided that it is quick to compute.
 * - `comments:<question id>`: the discussion of one question; `discussions`: the discussions of all questions.
 * - `suspensions`: texts of accounts that were suspended or reinstated.
 * - `articles`: published articles, their list and feed.
 * - `surveys`: the list of open surveys; `survey:<id>`: one survey.
 * - `events`: nothing cached; events may have been written by a process that delivers none.
 * - `question:<id>`, `account:<id>`: one question, one account.
 */
export type Topic =
  | "questions"
  | "leaderboard"
  | "boards"
  | "discussions"
  | "suspensions"
  | "articles"
  | "surveys"
  | "events"
  | `question:${string}`
  | `comments:${string}`
  | `account:${string}`
  | `survey:${string}`

/**
 * Invalidates cached answers after a commit: those of this instance before the next read, those of other instances
 * normally within 100 ms, and by age (at most 5 s) while these cannot be told. A hint only. Never fails and never waits.
 */
export class Changes extends Context.Tag("auspex/Changes")<Changes, {
  readonly announce: (topics: ReadonlyArray<Topic>) => Effect.Effect<void>
}>() {}
