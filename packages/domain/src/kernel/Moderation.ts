import { Either } from "effect"
import { type Failure, failure } from "./Failure.ts"
import { drawMove, type Move } from "./Move.ts"

/** What is shown in place of a text that an administrator removed, or whose author is suspended. */
export const removedText = "[removed]"

/** The longest reason of a removal, in code points. */
export const moderationReasonMax = 500

/** A text as everybody reads it: as it was written, or `removedText` in its place. */
export type ModeratedText = "shown" | "removed"

/** What an administrator does to a text. */
export type ModerationAction = "remove" | "restore"

/** A step of a text's life. */
export interface ModerationMoveRow {
  readonly from: ModeratedText
  readonly action: ModerationAction
  readonly to: ModeratedText
  readonly by: ReadonlyArray<"admin">
}

/** How texts of comments and predictions are moderated; a move that is not in this table is refused. */
export const moderationMoves: ReadonlyArray<ModerationMoveRow> = [
  { from: "shown", action: "remove", to: "removed", by: ["admin"] },
  { from: "removed", action: "restore", to: "shown", by: ["admin"] }
]

/** A row of `moderationMoves` that somebody may take; only `moderationMove` makes one. */
export type ModerationMove = Move<ModerationMoveRow>

/**
 * The row by which an administrator does `action` to a text. Fails with `INVALID_TRANSITION` when there is none; `subject` is
 * what the sentence is about.
 *
 * @example Either.map(moderationMove("The comment", "shown", "remove"), ({ to }) => to) // right("removed")
 */
export const moderationMove = (
  subject: string,
  from: ModeratedText,
  action: ModerationAction
): Either.Either<ModerationMove, Failure> => {
  const move = drawMove(moderationMoves, "admin", (row) => row.from === from && row.action === action)
  return move === undefined
    ? Either.left(
      failure("INVALID_TRANSITION", `${subject} is ${from === "removed" ? "removed already" : "not removed"}.`)
    )
    : Either.right(move)
}

/** Who moderates a text, and why. */
export interface ModerationReason {
  readonly by: string
  readonly reason: string
}
