import { Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { permittedMove, type Move } from "../../kernel/Move.ts"

/** What is shown instead of a text that an administrator removed or whose author is suspended. */
export const removedText = "[removed]"

/** The maximum length of the reason for a removal, in code points. */
export const moderationReasonMax = 500

/** Whether readers see a text itself or `removedText` instead of it. */
export type ModeratedText = "shown" | "removed"

/** What an administrator does to a text. */
export type ModerationAction = "remove" | "restore"

/** One transition of a text's moderation state. */
export interface ModerationMoveRow {
  readonly from: ModeratedText
  readonly action: ModerationAction
  readonly to: ModeratedText
  readonly by: ReadonlyArray<"admin">
}

/** The transitions for texts of comments and predictions; every other move is refused. */
export const moderationMoves: ReadonlyArray<ModerationMoveRow> = [
  { from: "shown", action: "remove", to: "removed", by: ["admin"] },
  { from: "removed", action: "restore", to: "shown", by: ["admin"] }
]

/** A permitted row of `moderationMoves`; only `moderationMove` makes one. */
export type ModerationMove = Move<ModerationMoveRow>

/**
 * The row by which an administrator applies `action` to a text. Fails with `INVALID_TRANSITION` when there is none;
 * `subject` is the subject of the message.
 *
 * @example Either.map(moderationMove("The comment", "shown", "remove"), ({ to }) => to) // right("removed")
 */
export const moderationMove = (
  subject: string,
  from: ModeratedText,
  action: ModerationAction
): Either.Either<ModerationMove, Failure> => {
  const move = permittedMove(moderationMoves, "admin", (row) => row.from === from && row.action === action)
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
