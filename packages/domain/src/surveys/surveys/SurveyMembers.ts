import { Array as Arr, Either } from "effect"
import type { AccountType } from "../../platform/accounts/Account.ts"
import { counted, grouped } from "../../kernel/Counted.ts"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"

/** The maximum number of questions of a survey. */
export const surveyQuestionsMax = 500

/** The maximum number of agents that one request assigns. */
export const assignedAtOnceMax = 5_000

/** The maximum number of wrong ids that a refusal names. */
const namedMax = 20
/** The maximum length of a quoted wrong id. */
const quotedMax = 60

/** The ids in lower case, each once, in the order of their first occurrence. */
export const distinctIds = (ids: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(ids.map((id) => id.trim().toLowerCase()))
]

/** A failure for each wrong id, and above `namedMax` a single failure for all others. */
const namedFailures = (
  field: string,
  wrong: ReadonlyArray<{ readonly id: string; readonly message: (quoted: string) => string }>
): ReadonlyArray<Failure> => [
  ...wrong.slice(0, namedMax).map(({ id, message }) => {
    const measured = id.slice(0, quotedMax)
    return failure("INVALID_REQUEST", message(JSON.stringify(measured)), { field, measured })
  }),
  ...(wrong.length <= namedMax
    ? []
    : [failure("INVALID_REQUEST", `${counted(wrong.length - namedMax, "further id")} of ${field} cannot be used.`, {
      field,
      measured: wrong.length
    })])
]

const verdict = <A>(failures: ReadonlyArray<Failure>, value: A): Either.Either<A, Failures> =>
  Arr.isNonEmptyReadonlyArray(failures) ? Either.left(failures) : Either.right(value)

/**
 * Validates questions to link. Fails with `INVALID_REQUEST` for each unknown id, which is named, and when the survey
 * would have more than `surveyQuestionsMax`.
 */
export const judgeLinks = (
  ids: ReadonlyArray<string>,
  facts: {
    /** The ids of existing questions. */
    readonly known: ReadonlySet<string>
    /** The ids of the already linked questions. */
    readonly linked: ReadonlySet<string>
  }
): Either.Either<ReadonlyArray<string>, Failures> => {
  const field = "question_ids"
  const added = ids.filter((id) => !facts.linked.has(id))
  const count = facts.linked.size + added.length
  const unknown = added.filter((id) => !facts.known.has(id))
  return verdict([
    ...namedFailures(field, unknown.map((id) => ({ id, message: (quoted) => `There is no question ${quoted}.` }))),
    ...(count <= surveyQuestionsMax
      ? []
      : [failure("INVALID_REQUEST", `A survey has at most ${surveyQuestionsMax} questions; it would have ${count}.`, {
        field,
        measured: count,
        limit: surveyQuestionsMax
      })])
  ], added)
}

/** An account to assign. */
export interface AssignmentCandidate {
  readonly id: string
  readonly name: string
  readonly type: AccountType
}

/**
 * Validates accounts to assign. Fails with `INVALID_REQUEST` for each unknown id and for each human, which are named.
 */
export const judgeAssignments = (
  ids: ReadonlyArray<string>,
  found: ReadonlyArray<AssignmentCandidate>
): Either.Either<ReadonlyArray<string>, Failures> => {
  const byId = new Map(found.map((account) => [account.id, account]))
  const wrong = ids.flatMap((id) => {
    const account = byId.get(id)
    if (account === undefined) return [{ id, message: (quoted: string) => `There is no agent ${quoted}.` }]
    return account.type === "agent" ? [] : [{
      id,
      message: () => `${account.name} (${id}) is a human; only agents can be assigned.`
    }]
  })
  return verdict(namedFailures("user_ids", wrong), ids)
}

/**
 * Validates the number of ids in a request, before they are looked up: at least one, and at most `max`, duplicates
 * included.
 */
export const judgeIdCount = (field: string, ids: ReadonlyArray<string>, max: number): Failure | undefined => {
  if (ids.length > 0 && ids.length <= max) return undefined
  return ids.length === 0
    ? failure("INVALID_REQUEST", `${field} needs at least one id.`, { field, measured: 0, limit: 1 })
    : failure("INVALID_REQUEST", `${field} takes at most ${grouped(max)} ids; there are ${grouped(ids.length)}.`, {
      field,
      measured: ids.length,
      limit: max
    })
}
