import { type Failure, failure } from "@auspex/domain/kernel"
import { judgeDraft, type ParentFacts, type QuestionInput, questionKey } from "@auspex/domain/questions"
import { Effect, Either } from "effect"
import type { Connection } from "../../kit/connection/Connection.ts"
import type { ImportRow } from "./ImportRow.ts"

/** A judged row; it can be imported if it has no failures. */
export interface JudgedRow {
  readonly line: number
  readonly input: QuestionInput
  readonly failures: ReadonlyArray<Failure>
  /** The question that asks the same: its id, or `line N` of this file. */
  readonly duplicate_of?: string
}

const parentIdOf = ({ parent_question_id }: QuestionInput): string | undefined =>
  typeof parent_question_id === "string" && parent_question_id.trim() !== "" ? parent_question_id.trim() : undefined

/** The facts about the parents that rows name; unknown ids are absent. */
const parentsOf = (rows: ReadonlyArray<ImportRow>, { api }: Connection) =>
  Effect.map(
    Effect.forEach(new Set(rows.flatMap(({ input }) => parentIdOf(input) ?? [])), (id) =>
      api.questionsAdmin.adminQuestion({ path: { id } }).pipe(
        Effect.map(({ question: found }): readonly [string, ParentFacts] => [id, {
          id: found.id,
          question_type: found.question_type,
          parent_question_id: found.parent_question_id ?? null,
          // Checked later: storing the row counts the children, under a lock.
          child_count: 0
        }]),
        Effect.map((found) => [found]),
        Effect.catchTag("Refusal", () =>
          Effect.succeed([]))
      )),
    (found) =>
      new Map(found.flat())
  )

/**
 * Judges every row as the platform does when it stores a draft, and finds rows that ask the same as an existing
 * question (`existing`: key to id) or an earlier valid row.
 */
export const judgeRows = (
  rows: ReadonlyArray<ImportRow>,
  connection: Connection,
  existing: ReadonlyMap<string, string> | undefined
) =>
  Effect.gen(function*() {
    const now = yield* connection.now
    const parents = yield* parentsOf(rows, connection)
    const seen = new Map<string, number>()
    return rows.map(({ failures: readFailures, input, line }): JudgedRow => {
      // A row that could not be read has no fields to judge.
      if (readFailures.some(({ field }) => field === "(row)")) return { line, input, failures: readFailures }
      const parentId = parentIdOf(input)
      const parent = parentId === undefined ? undefined : parents.get(parentId)
      const verdict = judgeDraft(input, { now, parent })
      const failures = [...readFailures, ...Either.isLeft(verdict) ? verdict.left : []]
      const key = typeof input.question === "string" ? questionKey(input.question) : ""
      const other = existing === undefined || key === ""
        ? undefined
        : existing.get(key) ?? (seen.has(key) ? `line ${seen.get(key)}` : undefined)
      if (other !== undefined) {
        failures.push(failure("DUPLICATE_QUESTION", `The same question exists: ${other}.`, { field: "question" }))
        return { line, input, failures, duplicate_of: other }
      }
      if (failures.length === 0) seen.set(key, line)
      return { line, input, failures }
    })
  })
