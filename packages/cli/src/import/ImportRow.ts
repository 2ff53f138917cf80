import { type Failure, failure, nearest } from "@auspex/domain/kernel"
import { AdminQuestion, draftFields, type QuestionInput } from "@auspex/domain/questions"

/** A row of a file, before it is judged: what it says, and what was wrong in reading it. */
export interface ImportRow {
  /** Where it begins in the file, from 1. */
  readonly line: number
  readonly input: QuestionInput
  readonly failures: ReadonlyArray<Failure>
}

/** The most rows that one import takes. */
export const importRowsMax = 100_000

const writable: ReadonlySet<string> = new Set(draftFields)
const readOnly: ReadonlySet<string> = new Set(
  [...Object.keys(AdminQuestion.fields), "child_questions"].filter((field) => !writable.has(field))
)

/** What is wrong with a name of a field. Fields that only the platform writes are passed over, so that an export fits. */
export const judgeFieldName = (name: string): Failure | undefined =>
  writable.has(name) || readOnly.has(name)
    ? undefined
    : failure(
      "INVALID_REQUEST",
      `There is no field "${name.slice(0, 60)}"; did you mean ${nearest(name, draftFields)}?`,
      {
        field: name.slice(0, 60)
      }
    )
