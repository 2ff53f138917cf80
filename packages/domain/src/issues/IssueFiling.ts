import { Array as Arr, Either } from "effect"
import { accountSuspended } from "../identity/Actor.ts"
import { failure, type Failures } from "../kernel/Failure.ts"
import { judgeHttpUri } from "../kernel/HttpUri.ts"
import { Refusal } from "../kernel/Refusal.ts"
import { judgeText } from "../kernel/TextRule.ts"
import type { IssueType } from "./Issue.ts"

/** How long title and content are, in code points. The body of 32 KiB holds these in any script. */
export const issueTitleRule = { min: 3, max: 200 } as const
export const issueContentRule = { min: 10, max: 5_000 } as const

/** How many issues an account files on a day (UTC). */
export const issuesPerDayMax = 10

/** An issue as it is asked for. */
export interface IssueRequest {
  readonly type?: IssueType | null
  readonly title: string
  readonly content: string
  readonly url?: string | null
}

/** An issue that may be stored. */
export interface NewIssue {
  readonly type: IssueType
  readonly title: string
  readonly content: string
  readonly url: string | null
}

/**
 * Judges the words of an issue; fails with all that is wrong with them (`INVALID_REQUEST`). Succeeds with title and
 * content without their margins, and `other` for a type that was not said.
 *
 * @example judgeIssue({ title: " No chart ", content: "It stays empty." }) // right({ type: "other", title: "No chart", content: "It stays empty.", url: null })
 */
export const judgeIssue = (request: IssueRequest): Either.Either<NewIssue, Failures> => {
  const title = request.title.trim()
  const content = request.content.trim()
  const url = request.url?.trim() ?? null
  const failures = [
    judgeText("title", title, issueTitleRule),
    judgeText("content", content, issueContentRule),
    url === null ? undefined : judgeHttpUri("url", url)
  ].filter((failure) => failure !== undefined)
  return Arr.isNonEmptyReadonlyArray(failures)
    ? Either.left(failures)
    : Either.right({ type: request.type ?? "other", title, content, url })
}

/** What decides whether an account may file one more, by the database's clock. */
export interface IssueFacts {
  readonly suspended: boolean
  readonly issues_today: number
  /** Until the next day (UTC) begins. */
  readonly seconds_to_midnight: number
}

/**
 * May the account file one more issue? Linked, verified or not: who has trouble with that must be able to say so. Fails
 * with `ACCOUNT_SUSPENDED`, or with `DAILY_LIMIT` until midnight (UTC).
 *
 * @example Either.mapLeft(mayFileIssue({ suspended: false, issues_today: 10, seconds_to_midnight: 60 }), (refused) => refused.retryAfterSeconds) // left(60)
 */
export const mayFileIssue = (facts: IssueFacts): Either.Either<void, Refusal> => {
  if (facts.suspended) {
    return Either.left(new Refusal({ failures: [accountSuspended] }))
  }
  if (facts.issues_today < issuesPerDayMax) return Either.void
  const message = `${issuesPerDayMax} issues a day (UTC) are the limit; you have filed ${facts.issues_today} today.`
  return Either.left(
    new Refusal({
      failures: [failure("DAILY_LIMIT", message, { measured: facts.issues_today, limit: issuesPerDayMax })],
      retryAfterSeconds: Math.max(1, facts.seconds_to_midnight)
    })
  )
}
