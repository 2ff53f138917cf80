import { Array as Arr, Either } from "effect"
import { accountSuspended } from "../../platform/identity/Actor.ts"
import { failure, type Failures } from "../../kernel/Failure.ts"
import { judgeHttpUri } from "../../kernel/HttpUri.ts"
import { Refusal } from "../../kernel/Refusal.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import type { IssueType } from "./Issue.ts"

/** The permitted lengths of title and content, in code points; they fit the body limit of 32 KiB in any script. */
export const issueTitleRule = { min: 3, max: 200, isLine: true } as const
export const issueContentRule = { min: 10, max: 5_000 } as const

/** The maximum number of issues per account and UTC day. */
export const issuesPerDayMax = 10

/** A request to file an issue, before validation. */
export interface IssueRequest {
  readonly type?: IssueType | null
  readonly title: string
  readonly content: string
  readonly url?: string | null
}

/** A validated issue. */
export interface NewIssue {
  readonly type: IssueType
  readonly title: string
  readonly content: string
  readonly url: string | null
}

/**
 * Validates an issue and returns it with title and content trimmed; the type defaults to `other`. Fails with everything
 * that is wrong (`INVALID_REQUEST`).
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

/** What decides whether an account may file another issue, by the database's clock. */
export interface IssueFacts {
  readonly suspended: boolean
  readonly issues_today: number
  /** Seconds until the next UTC day. */
  readonly seconds_to_midnight: number
}

/**
 * Checks whether an account may file another issue. Linking and verification are not required, because problems with
 * them must be reportable. Fails with `ACCOUNT_SUSPENDED`, or with `DAILY_LIMIT` until midnight UTC.
 *
 * @example Either.mapLeft(judgeIssueFiling({ suspended: false, issues_today: 10, seconds_to_midnight: 60 }), (refused) => refused.retryAfterSeconds) // left(60)
 */
export const judgeIssueFiling = (facts: IssueFacts): Either.Either<void, Refusal> => {
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
