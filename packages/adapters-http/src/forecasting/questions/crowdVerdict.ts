import type { QuestionAlone } from "@auspex/domain/questions"

/** Whether the side or option with the most voices came true; `split` when two or more share the lead. */
export type CrowdVerdict = "right" | "wrong" | "split"

type Judged = Pick<
  QuestionAlone,
  "status" | "question_type" | "outcome" | "correct_options" | "yes_count" | "no_count" | "option_counts"
>

/** The voices of each side or option, and whether it came true. */
const sidesOf = (
  { correct_options = [], no_count, option_counts = {}, outcome, question_type, yes_count }: Judged
): ReadonlyArray<readonly [count: number, cameTrue: boolean]> =>
  question_type === "multi"
    ? Object.entries(option_counts).map(([option, count]) => [count, correct_options.includes(option)])
    : [[yes_count, outcome === true], [no_count, outcome === false]]

/**
 * The verdict on the crowd of a question; undefined while it is unresolved, when it was resolved void, and when nobody
 * predicted.
 *
 * @example crowdVerdict({ status: "resolved", question_type: "binary", outcome: true, yes_count: 3, no_count: 1 }) // "right"
 * @example crowdVerdict({ status: "resolved", question_type: "binary", outcome: true, yes_count: 2, no_count: 2 }) // "split"
 */
export const crowdVerdict = (question: Judged): CrowdVerdict | undefined => {
  const sides = sidesOf(question)
  const most = Math.max(0, ...sides.map(([count]) => count))
  const isVoid = !sides.some(([, cameTrue]) => cameTrue)
  if (question.status !== "resolved" || isVoid || most === 0) return undefined
  const leading = sides.filter(([count]) => count === most)
  return leading.length > 1 ? "split" : leading[0]![1] ? "right" : "wrong"
}
