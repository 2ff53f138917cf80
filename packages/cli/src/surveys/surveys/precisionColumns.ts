import type { QuestionPrecision, SurveyPrecision } from "@auspex/domain/surveys"
import type { Column } from "../../kit/output/table.ts"

/** The columns of the questions, by what is known of each. */
export const precisionColumns: ReadonlyArray<Column<QuestionPrecision>> = [
  { header: "PREDICTIONS", value: (row) => row.prediction_count, right: true },
  { header: "WIDTH", value: (row) => row.width.toFixed(1), right: true },
  {
    header: "SETTLED",
    value: (row) => row.settled ? "yes" : "no",
    colour: (row) => row.settled ? "green" : undefined
  },
  { header: "QUESTION", value: (row) => row.question, shrinks: true }
]

/** How many questions are settled, in words. */
export const settledText = ({ question_count, settled_count, target_width }: SurveyPrecision): string =>
  target_width === null
    ? "no target width"
    : `${settled_count} of ${question_count} settled, at ${target_width} points`
