import { Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { permittedMove, type Move } from "../../kernel/Move.ts"
import type { IssueStatus } from "./IssueStatus.ts"

/** Who acts on an issue: the account that files it, or an administrator. */
export type IssueMover = "filer" | "admin"

/** One transition of an issue, and its effect on `resolved_at`. */
export interface IssueMoveRow {
  readonly from: IssueStatus | "new"
  readonly to: IssueStatus
  readonly by: ReadonlyArray<IssueMover>
  readonly resolved_at: "kept" | "set" | "cleared"
}

/** The transition table of an issue; every other move is refused. */
export const issueMoves: ReadonlyArray<IssueMoveRow> = [
  { from: "new", to: "open", by: ["filer"], resolved_at: "kept" },
  { from: "open", to: "acknowledged", by: ["admin"], resolved_at: "kept" },
  { from: "open", to: "closed", by: ["admin"], resolved_at: "kept" },
  { from: "acknowledged", to: "resolved", by: ["admin"], resolved_at: "set" },
  { from: "resolved", to: "closed", by: ["admin"], resolved_at: "kept" },
  { from: "resolved", to: "open", by: ["admin"], resolved_at: "cleared" }
]

/**
 * The statuses that can follow a status.
 *
 * @example issueStatusesAfter("resolved") // ["closed", "open"]
 */
export const issueStatusesAfter = (from: IssueStatus): ReadonlyArray<IssueStatus> =>
  issueMoves.filter((row) => row.from === from).map(({ to }) => to)

/** A permitted row of `issueMoves`; only `issueMove` makes one. */
export type IssueMove = Move<IssueMoveRow>

/**
 * The row by which `by` moves an issue from one status to another. Fails with `INVALID_TRANSITION` when there is none.
 *
 * @example Either.map(issueMove("acknowledged", "resolved", "admin"), (move) => move.resolved_at) // right("set")
 * @example Either.mapLeft(issueMove("closed", "open", "admin"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const issueMove = (
  from: IssueStatus | "new",
  to: IssueStatus,
  by: IssueMover
): Either.Either<IssueMove, Failure> => {
  const move = permittedMove(issueMoves, by, (row) => row.from === from && row.to === to)
  if (move !== undefined) return Either.right(move)
  const next = from === "new" ? [] : issueStatusesAfter(from)
  const way = next.length === 0 ? "that is its end" : `from there it can become ${next.join(" or ")}`
  return Either.left(
    failure("INVALID_TRANSITION", `The issue is ${from} and cannot become ${to}; ${way}.`, {
      field: "status",
      measured: from,
      limit: next.join(", ")
    })
  )
}
