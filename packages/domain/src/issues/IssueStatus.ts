import { Either, Schema } from "effect"
import { type Failure, failure } from "../kernel/Failure.ts"

/**
 * Where an issue is: waiting, seen by an administrator, done with, or at its end. What was resolved may be opened again;
 * what is closed stays closed.
 */
export const IssueStatus = Schema.Literal("open", "acknowledged", "resolved", "closed")
export type IssueStatus = typeof IssueStatus.Type

/** A step of an issue, and what becomes of the moment at which it was resolved. */
export interface IssueMove {
  readonly from: IssueStatus
  readonly to: IssueStatus
  readonly resolved_at: "kept" | "set" | "cleared"
}

/** The life of an issue; whatever is not a row here cannot happen. All of it is an administrator's, but the filing. */
export const issueMoves: ReadonlyArray<IssueMove> = [
  { from: "open", to: "acknowledged", resolved_at: "kept" },
  { from: "open", to: "closed", resolved_at: "kept" },
  { from: "acknowledged", to: "resolved", resolved_at: "set" },
  { from: "resolved", to: "closed", resolved_at: "kept" },
  { from: "resolved", to: "open", resolved_at: "cleared" }
]

/**
 * Where an issue can go from here.
 *
 * @example issueStatusesAfter("resolved") // ["closed", "open"]
 */
export const issueStatusesAfter = (from: IssueStatus): ReadonlyArray<IssueStatus> =>
  issueMoves.filter((move) => move.from === from).map(({ to }) => to)

/**
 * The step that takes an issue from one status to another. Fails with `INVALID_TRANSITION`.
 *
 * @example Either.map(moveIssue("acknowledged", "resolved"), (move) => move.resolved_at) // right("set")
 * @example Either.mapLeft(moveIssue("closed", "open"), ({ code }) => code) // left("INVALID_TRANSITION")
 */
export const moveIssue = (from: IssueStatus, to: IssueStatus): Either.Either<IssueMove, Failure> => {
  const found = issueMoves.find((move) => move.from === from && move.to === to)
  if (found !== undefined) return Either.right(found)
  const next = issueStatusesAfter(from)
  const way = next.length === 0 ? "that is its end" : `from there it can become ${next.join(" or ")}`
  return Either.left(
    failure("INVALID_TRANSITION", `The issue is ${from} and cannot become ${to}; ${way}.`, {
      field: "status",
      measured: from,
      limit: next.join(", ")
    })
  )
}
