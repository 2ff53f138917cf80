import { type QuestionAlone, taxonomy } from "@auspex/domain/questions"
import { Dots, State } from "../../kit/Figures.tsx"
import { Facts, userText } from "../../kit/Html.tsx"
import { Ago } from "../../kit/timeInWords.tsx"

/** The name of the part of the taxonomy that a question belongs to, the narrowest. */
export const topicOf = ({ category, subcategory }: QuestionAlone): string => {
  const found = taxonomy.find(({ slug }) => slug === category)
  return found?.subcategories.find(({ slug }) => slug === subcategory)?.label ?? found?.label ?? category
}

const Voices = ({ question }: { readonly question: QuestionAlone }) => {
  const { no_count, option_counts, yes_count } = question
  if (option_counts !== undefined) {
    const total = Object.values(option_counts).reduce((sum, count) => sum + count, 0)
    const [leading] = Object.entries(option_counts).sort(([, one], [, other]) => other - one)
    if (total === 0 || leading === undefined) return <p class="meta">No voice yet</p>
    return (
      <p>
        <b class="num">{leading[1]} of {total}</b> <span class="meta">expect {userText(leading[0])}</span>
      </p>
    )
  }
  const total = yes_count + no_count
  if (total === 0) return <p class="meta">No voice yet</p>
  return (
    <>
      <p class="split">
        <span>
          <b class="num">{yes_count} of {total}</b> <span class="meta">say yes</span>
        </span>
      </p>
      <Dots count={yes_count} of={total} />
    </>
  )
}

const when = (question: QuestionAlone, now: Date) => {
  if (question.resolved_at !== undefined)
    return (
      <>
        resolved <Ago at={question.resolved_at} now={now} />
      </>
    )
  return question.prediction_window_open
    ? (
      <>
        closes <Ago at={question.closes_at} now={now} />
      </>
    )
    : (
      <>
        closed <Ago at={question.closes_at} now={now} />
      </>
    )
}

/**
 * What happened, in a word or the names of options.
 *
 * @example outcomeText({ question_type: "binary", outcome: true }) // "Yes"
 */
export const outcomeText = (
  { correct_options = [], outcome, question_type }: Pick<QuestionAlone, "question_type" | "outcome" | "correct_options">
): string =>
  question_type === "multi"
    ? correct_options.length === 0 ? "Void" : correct_options.join(", ")
    : outcome === null
    ? "Void"
    : outcome
    ? "Yes"
    : "No"

/** Questions as rows to scan: the statement at the left, the crowd at the right. */
export const QuestionRows = (
  { now, questions }: { readonly questions: ReadonlyArray<QuestionAlone>; readonly now: Date }
) => (
  <ul class="rows">
    {questions.map((question) => (
      <li class="q">
        <div>
          <h3>
            <a href={`/questions/${question.id}`}>{userText(question.question)}</a>
          </h3>
          <Facts>
            {topicOf(question)}
            {when(question, now)}
          </Facts>
        </div>
        <div class="voice">
          {question.status === "resolved" && <State>{userText(outcomeText(question))}</State>}
          <Voices question={question} />
        </div>
      </li>
    ))}
  </ul>
)
