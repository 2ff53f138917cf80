import { Array as Arr, Either } from "effect"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { judgeHttpUri } from "../../kernel/HttpUri.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import type { QuestionStatus } from "../questions/QuestionStatus.ts"

/** The permitted length of a reason in code points, and the maximum number of evidence URLs. */
export const disputeReasonRule = { min: 50, max: 5_000 } as const
export const disputeEvidenceMax = 20

/** How many hours after a resolution it can be disputed. */
export const disputeWindowHours = 72

/** A request to dispute, before validation. */
export interface DisputeRequest {
  readonly reason: string
  /** Absent means none. */
  readonly evidence_urls?: ReadonlyArray<string> | null | undefined
}

/** A dispute in its stored form. */
export interface JudgedDispute {
  readonly reason: string
  readonly evidence_urls: ReadonlyArray<string>
}

/** What decides whether an account may dispute a resolution, by the database's clock. */
export interface DisputeFacts {
  readonly now: Date
  readonly question_status: QuestionStatus
  /** When the question was last resolved; null when it has not been. */
  readonly question_resolved_at: Date | null
  /** Whether the account has predicted on the question. */
  readonly has_predicted: boolean
  /** Whether the account has an open dispute of the question. */
  readonly has_open_dispute: boolean
}

/** The failure of a second open dispute by one account on one question. */
export const duplicateDispute: Failure = failure(
  "DUPLICATE_DISPUTE",
  "You have disputed this resolution already; your dispute waits for an administrator."
)

/**
 * Validates a dispute and returns it with the reason trimmed and without duplicate URLs. Fails first with everything
 * that is wrong with its texts and URLs (`INVALID_REQUEST`), then with the first of these: the account has not
 * predicted on the question (`PREDICTION_REQUIRED`), the question is not resolved or was resolved more than 72 hours
 * ago (`QUESTION_NOT_DISPUTABLE`), the account has an open dispute of the question (`DUPLICATE_DISPUTE`).
 *
 * @example Either.isLeft(judgeDispute({ reason: "No.", evidence_urls: [] }, { now: new Date(0), question_status: "open", question_resolved_at: null, has_predicted: true, has_open_dispute: false })) // true
 */
export const judgeDispute = (
  request: DisputeRequest,
  facts: DisputeFacts
): Either.Either<JudgedDispute, Failures> => {
  const reason = request.reason.trim()
  const evidence = request.evidence_urls ?? []
  const words = judgeText("reason", reason, disputeReasonRule)
  const failures = [...(words === undefined ? [] : [words]), ...judgeEvidence(evidence)]
  if (Arr.isNonEmptyReadonlyArray(failures)) return Either.left(failures)
  const alone = judgeRight(facts)
  return alone === undefined
    ? Either.right({ reason, evidence_urls: [...new Set(evidence)] })
    : Either.left([alone])
}

const judgeRight = (facts: DisputeFacts): Failure | undefined => {
  if (!facts.has_predicted) {
    return failure("PREDICTION_REQUIRED", "Only accounts that predicted on the question may dispute its resolution.")
  }
  if (facts.question_status !== "resolved" || facts.question_resolved_at === null) {
    return failure("QUESTION_NOT_DISPUTABLE", `The question is ${facts.question_status}; there is no resolution yet.`, {
      measured: facts.question_status,
      limit: "resolved"
    })
  }
  const hours = (facts.now.getTime() - facts.question_resolved_at.getTime()) / 3_600_000
  if (hours > disputeWindowHours) {
    return failure(
      "QUESTION_NOT_DISPUTABLE",
      `A resolution can be disputed for ${disputeWindowHours} hours; this one was made ${Math.floor(hours)} hours ago.`,
      { measured: Math.floor(hours), limit: disputeWindowHours }
    )
  }
  return facts.has_open_dispute
    ? duplicateDispute
    : undefined
}

const judgeEvidence = (urls: ReadonlyArray<string>): ReadonlyArray<Failure> => {
  if (urls.length > disputeEvidenceMax) {
    const message = `A dispute takes at most ${disputeEvidenceMax} evidence_urls; this one has ${urls.length}.`
    const measured = { field: "evidence_urls", measured: urls.length, limit: disputeEvidenceMax }
    return [failure("INVALID_REQUEST", message, measured)]
  }
  return urls.flatMap((url, index) => {
    const wrong = judgeHttpUri(`evidence_urls[${index}]`, url)
    return wrong === undefined ? [] : [wrong]
  })
}
