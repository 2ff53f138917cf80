import { Either } from "effect"
import { type Failure, failure } from "../kernel/Failure.ts"
import { judgeText } from "../kernel/TextRule.ts"
import { type IssueMove, issueMove } from "./IssueMove.ts"
import type { IssueStatus } from "./IssueStatus.ts"

/** How long an administrator's note is, in code points. */
export const issueNoteRule = { max: 2_000 } as const

/** What an administrator changes. Without a status it stays where it is; a note of null or nothing takes it away. */
export interface IssueUpdate {
  readonly status?: IssueStatus
  readonly admin_note?: string | null
}

/** The part of an issue that administrators change. */
export interface IssueState {
  readonly status: IssueStatus
  readonly admin_note: string | null
  readonly resolved_at: Date | null
}

/** A change of an issue: a move or none, and the note that stands then. */
export interface IssueChange {
  readonly move: IssueMove | undefined
  readonly admin_note: string | null
}

/**
 * How an issue changes. The status it has already is no step: it may be named only along with another note, so that
 * of two administrators who take the same step one is told that the other was first. Fails with `INVALID_TRANSITION`, or
 * with `INVALID_REQUEST` for a note that is no text or when nothing is asked for.
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

/** An issue after a change that is made `now`. */
export const issueAfter = (issue: IssueState, { admin_note, move }: IssueChange, now: Date): IssueState => ({
  status: move?.to ?? issue.status,
  admin_note,
  resolved_at: { kept: issue.resolved_at, set: now, cleared: null }[move?.resolved_at ?? "kept"]
})

const noteOf = (note: string | null): string | null => {
  const text = note?.trim() ?? ""
  return text === "" ? null : text
}

/** Is this the issue as it was? Then nothing is written, and nobody is told. */
export const isSameIssueState = (before: IssueState, after: IssueState): boolean =>
  before.status === after.status && before.admin_note === after.admin_note
