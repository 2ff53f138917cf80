import { Effect, Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { type Move, permittedMove } from "../../kernel/Move.ts"
import type { ArticleStatus } from "./ArticleStatus.ts"

/** Who acts on an article: the account that submits it, an administrator, or the clock. */
export type ArticleMover = "author" | "admin" | "scheduler"

/** What is done with an article. */
export type ArticleAction = "submit" | "edit" | "feature" | "schedule" | "unschedule" | "publish" | "archive"

/** One transition of an article, its effect on the scheduled time, and the event that it fires. */
export interface ArticleMoveRow {
  readonly from: ArticleStatus | "new"
  readonly action: ArticleAction
  readonly to: ArticleStatus
  readonly by: ReadonlyArray<ArticleMover>
  readonly schedule: "kept" | "set" | "cleared"
  readonly fires?: "article.published"
}

/**
 * The transition table of an article; every other move is refused. An administrator who publishes before the scheduled
 * time takes the time away; the clock leaves it, so that the record shows how late it was. Archiving an article that is
 * not public rejects it. There is no way back from `archived`.
 */
export const articleMoves: ReadonlyArray<ArticleMoveRow> = [
  { from: "new", action: "submit", to: "review", by: ["author"], schedule: "kept" },
  { from: "draft", action: "edit", to: "draft", by: ["admin"], schedule: "kept" },
  { from: "draft", action: "feature", to: "draft", by: ["admin"], schedule: "kept" },
  { from: "draft", action: "schedule", to: "draft", by: ["admin"], schedule: "set" },
  { from: "draft", action: "unschedule", to: "draft", by: ["admin"], schedule: "cleared" },
  { from: "draft", action: "publish", to: "published", by: ["admin"], schedule: "cleared", fires: "article.published" },
  {
    from: "draft",
    action: "publish",
    to: "published",
    by: ["scheduler"],
    schedule: "kept",
    fires: "article.published"
  },
  { from: "draft", action: "archive", to: "archived", by: ["admin"], schedule: "cleared" },
  { from: "review", action: "edit", to: "review", by: ["admin"], schedule: "kept" },
  { from: "review", action: "feature", to: "review", by: ["admin"], schedule: "kept" },
  { from: "review", action: "schedule", to: "review", by: ["admin"], schedule: "set" },
  { from: "review", action: "unschedule", to: "review", by: ["admin"], schedule: "cleared" },
  {
    from: "review",
    action: "publish",
    to: "published",
    by: ["admin"],
    schedule: "cleared",
    fires: "article.published"
  },
  {
    from: "review",
    action: "publish",
    to: "published",
    by: ["scheduler"],
    schedule: "kept",
    fires: "article.published"
  },
  { from: "review", action: "archive", to: "archived", by: ["admin"], schedule: "cleared" },
  { from: "published", action: "edit", to: "published", by: ["admin"], schedule: "kept" },
  { from: "published", action: "feature", to: "published", by: ["admin"], schedule: "kept" },
  { from: "published", action: "archive", to: "archived", by: ["admin"], schedule: "kept" }
]

/** A permitted row of `articleMoves`; only `articleMove` makes one. */
export type ArticleMove = Move<ArticleMoveRow>

/** The words of the API for actions that it names otherwise. */
const apiNames: { readonly [Action in ArticleAction]?: string } = { feature: "newsletter", unschedule: "schedule" }

/**
 * The row by which `by` applies `action` to an article with this status. Fails with `INVALID_TRANSITION` when there is
 * none; the failure names the status and those in which the action is possible.
 *
 * @example Either.map(articleMove("review", "publish", "admin"), ({ fires, to }) => [to, fires]) // right(["published","article.published"])
 * @example Either.mapLeft(articleMove("archived", "publish", "admin"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const articleMove = (
  status: ArticleStatus | "new",
  action: ArticleAction,
  by: ArticleMover
): Either.Either<ArticleMove, Failure> => {
  const move = permittedMove(articleMoves, by, (row) => row.action === action && row.from === status)
  if (move !== undefined) return Either.right(move)
  const possible = articleMoves.filter((row) => row.action === action && row.by.includes(by)).map(({ from }) => from)
  const message = `The article is ${status}; "${apiNames[action] ?? action}" is possible only when it is ${
    possible.join(" or ")
  }.`
  return Either.left(
    failure("INVALID_TRANSITION", message, { field: "status", measured: status, limit: possible.join(", ") })
  )
}

/** Like `articleMove`, for callers whose claim or lock guarantees the status; a missing row is a defect. */
export const articleMoveOrDie = (
  status: ArticleStatus,
  action: ArticleAction,
  by: ArticleMover
): Effect.Effect<ArticleMove> => Effect.orDieWith(articleMove(status, action, by), ({ message }) => new Error(message))
