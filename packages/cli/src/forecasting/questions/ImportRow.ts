import { type Failure, failure, nearest } from "@auspex/domain/kernel"
import { AdminQuestion, draftFields, type QuestionInput } from "@auspex/domain/questions"

/** A row of a file before it is judged: its fields, and the failures in reading it. */
export interface ImportRow {
  /** The line on which the row begins, from 1. */
  readonly line: number
  readonly input: QuestionInput
  readonly failures: ReadonlyArray<Failure>
}

/** The maximum number of rows of one import. */
export const importRowsMax = 100_000

const writable: ReadonlySet<string> = new Set(draftFields)
const readOnly: ReadonlySet<string> = new Set(
  [...Object.keys(AdminQuestion.fields), "child_questions"].filter((field) => !writable.has(field))
)

/** The failure of a field name, if any. Fields that only the platform writes are ignored, so that an export fits. */
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
