import { Either } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { type IssueMove, issueMove } from "./IssueMove.ts"
import type { IssueStatus } from "./IssueStatus.ts"

/** The permitted length of an administrator's note, in code points. */
export const issueNoteRule = { max: 2_000 } as const

/** A request to change an issue. An absent field stays as it is; a null or empty note is removed. */
export interface IssueUpdate {
  readonly status?: IssueStatus
  readonly admin_note?: string | null
}

/** The fields of an issue that administrators change. */
export interface IssueState {
  readonly status: IssueStatus
  readonly admin_note: string | null
  readonly resolved_at: Date | null
}

/** A validated change: a move or none, and the resulting note. */
export interface IssueChange {
  readonly move: IssueMove | undefined
  readonly admin_note: string | null
}

/**
 * Validates a change of an issue. The present status may be repeated only together with a different note, so that of
 * two administrators who make the same move the second is told. Fails with `INVALID_TRANSITION`, or with
 * `INVALID_REQUEST` for an invalid note or an empty request.
 */
export const judgeIssueUpdate = (issue: IssueState, update: IssueUpdate): Either.Either<IssueChange, Failure> => {
  const { status = issue.status } = update
  const admin_note = update.admin_note === undefined ? issue.admin_note : noteOf(update.admin_note)
  if (update.status === undefined && update.admin_note === undefined) {
    return Either.left(failure("INVALID_REQUEST", "Give a status, an admin_note, or both."))
  }
  const wrong = admin_note === null ? undefined : judgeText("admin_note", admin_note, issueNoteRule)
  if (wrong !== undefined) return Either.left(wrong)
  const stays = status === issue.status && (update.status === undefined || admin_note !== issue.admin_note)
  return stays
    ? Either.right({ move: undefined, admin_note })
    : Either.map(issueMove(issue.status, status, "admin"), (move) => ({ move, admin_note }))
}

/** The state of an issue after a change at `now`. */
export const issueAfter = (issue: IssueState, { admin_note, move }: IssueChange, now: Date): IssueState => ({
  status: move?.to ?? issue.status,
  admin_note,
  resolved_at: { kept: issue.resolved_at, set: now, cleared: null }[move?.resolved_at ?? "kept"]
})

const noteOf = (note: string | null): string | null => {
  const text = note?.trim() ?? ""
  return text === "" ? null : text
}

/** Whether a change has no effect; then nothing is written and nobody is notified. */
export const isSameIssueState = (before: IssueState, after: IssueState): boolean =>
  before.status === after.status && before.admin_note === after.admin_note
