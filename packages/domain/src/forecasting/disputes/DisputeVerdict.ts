import { Array as Arr, Either } from "effect"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import {
  evidenceUrlsMax,
  judgeEvidence,
  judgeResolution,
  type Resolution,
  resolutionNoteMax,
  resolutionOf,
  type ResolutionVerdict
} from "../questions/Resolution.ts"
import type { DisputeRow, ResolvedQuestion } from "./DisputeRow.ts"
import { type DisputeMove, disputeMove } from "./DisputeMove.ts"
import type { DisputeEnd } from "./DisputeStatus.ts"

/** A request to end a dispute; `overturned` needs the new resolution. */
export interface DisputeVerdictRequest {
  readonly status: DisputeEnd
  readonly resolution_note: string
  readonly outcome?: boolean | null | undefined
  readonly correct_options?: ReadonlyArray<string> | null | undefined
  /** The evidence of the new resolution; that of the disputes when there is none. */
  readonly evidence_urls?: ReadonlyArray<string> | null | undefined
}

/** A disputed resolution with the evidence of its disputes. */
export interface DisputedResolution extends ResolvedQuestion {
  /** The evidence of the dispute that is being ended. */
  readonly evidence_urls: ReadonlyArray<string>
  /** The evidence of the question's other open disputes; needed only for a new resolution. */
  readonly other_evidence_urls?: ReadonlyArray<string>
}

/** A validated end of a dispute. */
export interface DisputeVerdict {
  readonly move: DisputeMove
  readonly status: DisputeEnd
  readonly resolution_note: string
  /** The new resolution of the question, for `overturned`. */
  readonly newResolution?: ResolutionVerdict
}

/**
 * Validates the end of a dispute. A dispute that has ended fails with `INVALID_TRANSITION` alone. A note is required.
 * `overturned` needs an `outcome` (null is void) or `correct_options` (empty is void), validated like a resolution and
 * different from the current one. The other statuses accept neither, so that a resolution sent with the wrong status is
 * not silently ignored.
 */
export const judgeVerdict = (
  dispute: DisputedResolution & Pick<DisputeRow, "status">,
  request: DisputeVerdictRequest
): Either.Either<DisputeVerdict, Failures> => {
  const move = disputeMove(dispute.status, request.status, "admin")
  if (Either.isLeft(move)) return Either.left([move.left])
  const resolution_note = request.resolution_note.trim()
  const note = judgeText("resolution_note", resolution_note, { min: 1, max: resolutionNoteMax })
  const noted = note === undefined ? [] : [note]
  const kept = { move: move.right, status: request.status, resolution_note }
  if (request.status !== "overturned") {
    const failures = [...noted, ...judgeNeedless(request), ...judgeEvidence(request.evidence_urls ?? [])]
    return Arr.isNonEmptyReadonlyArray(failures) ? Either.left(failures) : Either.right(kept)
  }
  const judged = judgeNewResolution(dispute, request)
  if (Either.isLeft(judged)) return Either.left(Arr.appendAll(noted, judged.left))
  return Arr.isNonEmptyReadonlyArray(noted)
    ? Either.left(noted)
    : Either.right({ ...kept, newResolution: { ...judged.right, resolution_note } })
}

/** Validates a new resolution of the question; fails when it equals the current one. */
export const judgeNewResolution = (
  dispute: DisputedResolution,
  request: Pick<DisputeVerdictRequest, "outcome" | "correct_options" | "evidence_urls">
): Either.Either<ResolutionVerdict, Failures> =>
  Either.flatMap(
    judgeResolution(dispute, {
      outcome: request.outcome,
      correct_options: request.correct_options,
      evidence_urls: request.evidence_urls?.length ? request.evidence_urls : evidenceOf(dispute)
    }),
    (verdict) =>
      isSame(verdict.resolution, resolutionOf(dispute)) ? Either.left([sameFailure(dispute)]) : Either.right(verdict)
  )

// Each dispute may have as many URLs as a resolution takes; those of the dispute being ended come first.
const evidenceOf = ({ evidence_urls, other_evidence_urls = [] }: DisputedResolution): ReadonlyArray<string> =>
  [...new Set([...evidence_urls, ...other_evidence_urls])].slice(0, evidenceUrlsMax)

const sameFailure = ({ question_type }: DisputedResolution): Failure =>
  failure("INVALID_REQUEST", "The question already has this resolution; to keep it, uphold it.", {
    field: question_type === "binary" ? "outcome" : "correct_options"
  })

const isSame = (left: Resolution, right: Resolution): boolean => {
  if (left.kind === "outcome") return right.kind === "outcome" && left.outcome === right.outcome
  if (left.kind === "void" || right.kind !== "options") return left.kind === right.kind
  const named = new Set(right.correct_options)
  return left.correct_options.length === named.size && left.correct_options.every((option) => named.has(option))
}

const judgeNeedless = (request: DisputeVerdictRequest): ReadonlyArray<Failure> => {
  const field = request.outcome != null
    ? "outcome"
    : request.correct_options != null && request.correct_options.length > 0
    ? "correct_options"
    : undefined
  return field === undefined ? [] : [
    failure(
      "INVALID_REQUEST",
      `${field} is for disputes that are overturned; ${request.status} leaves the resolution.`,
      {
        field
      }
    )
  ]
}
