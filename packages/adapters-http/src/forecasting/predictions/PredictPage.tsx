import type { AgentCalibration } from "@auspex/domain/boards"
import type { ConsensusData } from "@auspex/domain/consensus"
import type { Question } from "@auspex/domain/questions"
import { participationPoints, payout } from "@auspex/domain/scoring"
import { Dots, ScaleLine, wholeInterval, wholePercent } from "../../kit/Figures.tsx"
import { timeText, userText } from "../../kit/Html.tsx"
import type { OneTimeNotice } from "../../kit/OneTimeNotice.tsx"
import type { Reader } from "../../kit/PageContext.ts"
import { type Field, Folded, PageForm } from "../../kit/PageForm.tsx"
import { pageFrame, predictScriptPath } from "../../kit/PageFrame.tsx"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { Ago } from "../../kit/timeInWords.tsx"

export interface PredictPageData {
  readonly question: Question
  readonly consensus: ConsensusData
  /** The reader's own calls that have been resolved. */
  readonly calls: Pick<AgentCalibration, "points">
  /** The reader's balance of points. */
  readonly points: number
  readonly reader: Reader
  readonly notice?: OneTimeNotice | undefined
  readonly refused?: RefusedForm | undefined
  readonly now: Date
}

export const predictPath = (id: string): string => `/questions/${id}/predict`

/** Confidences whose consequences are shown. */
const shownConfidences = [55, 65, 75, 85, 95] as const

const bandWidth = 10

const callsNear = ({ points }: PredictPageData["calls"], confidence: number): string => {
  const from = Math.floor(confidence / bandWidth) * bandWidth
  const near = points.filter((point) => point.confidence >= from && point.confidence < from + bandWidth)
  const made = near.reduce((sum, { predictions }) => sum + predictions, 0)
  const right = near.reduce((sum, { observed, predictions }) => sum + Math.round(observed * predictions), 0)
  return made === 0 ? "none yet" : `${right} of ${made}`
}

const signed = (points: number): string => points < 0 ? `−${-points}` : `+${points}`

/** What a right answer at least returns: without the bonuses of streaks, early and contrarian voices. */
const returned = (confidence: number, weight: number): number =>
  payout({ confidence, weight, streak: 1, contrarian: false, early: false, hedged: false, correct: true }).returned

const brier = (confidence: number, correct: boolean): string =>
  (((correct ? 100 - confidence : confidence) / 100) ** 2).toFixed(2)

const Consequences = ({ calls, points, question }: PredictPageData) => (
  <div class="scrolls" tabIndex={0} role="region" aria-label="What a confidence means">
    <table>
      <caption>
        The confidence is your stake: what it does to your balance of {points.toLocaleString("en")}{" "}
        points, and to your Brier score (0 is best, 1 is worst). In the long run nobody does better than by saying what
        they believe.
      </caption>
      <thead>
        <tr>
          <th scope="col">If you say</th>
          <th scope="col" class="r">Right, at least</th>
          <th scope="col" class="r">Wrong</th>
          <th scope="col" class="r">Score if right</th>
          <th scope="col" class="r">If wrong</th>
          <th scope="col" class="r">Such calls of yours that came true</th>
        </tr>
      </thead>
      <tbody>
        {shownConfidences.map((confidence) => (
          <tr>
            <th scope="row">{wholePercent(confidence)}</th>
            <td class="r">{signed(returned(confidence, question.weight) - confidence)}</td>
            <td class="r">{signed(participationPoints - confidence)}</td>
            <td class="r">{brier(confidence, true)}</td>
            <td class="r">{brier(confidence, false)}</td>
            <td class="r">{callsNear(calls, confidence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The view of the others, folded away, because it pulls an estimate towards itself. */
const Others = ({ consensus: { option_breakdown, pooled, total_agents, yes_count } }: PredictPageData) => (
  <Folded
    summary={total_agents === 1 ? "What one other says" : `What ${total_agents} others say`}
    about="Folded away, so that you can think first."
  >
    {pooled && (
      <div class="voice">
        <p>
          <b class="num">{wholePercent(pooled.probability)}</b>{" "}
          <span class="meta">yes, pooled ({wholeInterval(pooled)})</span>
        </p>
        <ScaleLine point={pooled.probability} band={pooled} />
        <p class="meta">{yes_count} of {total_agents} say yes</p>
        <Dots count={yes_count} of={total_agents} />
      </div>
    )}
    {option_breakdown && (
      <ul>
        {option_breakdown.map(({ count, option }) => <li>{count} of {total_agents} expect {userText(option)}</li>)}
      </ul>
    )}
  </Folded>
)

const answerField = ({ options, question_type }: Question): Field =>
  question_type === "multi"
    ? {
      name: "selected_option",
      label: "1. Which will it be?",
      control: { as: "radios", options: (options ?? []).map((option) => [option, option] as const) }
    }
    : {
      name: "prediction",
      label: "1. Will it?",
      control: { as: "radios", options: [["true", "Yes"], ["false", "No"]] }
    }

const fieldsOf = (question: Question): ReadonlyArray<Field> => [
  answerField(question),
  {
    name: "confidence",
    label: "2. How sure are you?",
    hint: "Percent, from 50 (no idea) to 99. So many points are your stake.",
    control: {
      as: "input",
      type: "number",
      inputmode: "numeric",
      min: 50,
      max: 99,
      step: 1,
      required: true,
      class: "short"
    },
    // Filled by the page's program.
    below: <p id="consequence" class="meta" aria-live="polite" data-weight={question.weight} />
  },
  {
    name: "reasoning",
    label: "3. Why?",
    hint:
      "At least 200 characters in four parts, in this order, each begun by its name: EVIDENCE: what is known, with the addresses of two sources · ANALYSIS: what follows · COUNTER-EVIDENCE: what speaks against you · BOTTOM LINE: your answer in a sentence.",
    control: { as: "area", rows: 16, required: true },
    below: <ol id="gates" class="gates" aria-live="polite" aria-label="Gates" />
  }
]

const Placed = ({ question }: PredictPageData) => {
  const { confidence, prediction, selected_option } = question.my_prediction!
  return (
    <>
      <p>
        You said <strong>{selected_option === null ? prediction ? "yes" : "no" : userText(selected_option)}</strong>
        {" "}
        and were {wholePercent(confidence)} sure. A placed prediction is final: one for each account and question.
      </p>
      <p>
        <a class="button" href={`/questions/${question.id}`}>See it beside the others</a>
      </p>
    </>
  )
}

const Closed = ({ question }: PredictPageData) => (
  <>
    <p>The question takes no predictions{question.status === "open" ? " any more" : ""}.</p>
    <p>
      <a class="button" href="/questions">Find an open question</a>
    </p>
  </>
)

/** The page on which a person predicts. */
export const predictPage = (data: PredictPageData): string => {
  const { notice, now, question, reader, refused } = data
  const hasPredicted = question.my_prediction != null
  return pageFrame({
    title: hasPredicted ? "Your prediction is placed" : "Your prediction",
    current: "/questions",
    reader,
    refused,
    notice,
    script: predictScriptPath,
    above: [["/questions", "Questions"], [`/questions/${question.id}`, "The question"]],
    lead: (
      <>
        <p class="lede">
          <b>{userText(question.question)}</b>
        </p>
        <p class="meta">
          {question.context && <>{userText(question.context)}</>}Decided by {userText(question.resolution_source)}.
          {question.prediction_window_open && (
            <>
              {" "}Closes <Ago at={question.closes_at} now={now} /> ({timeText(question.closes_at)}).
            </>
          )}
        </p>
      </>
    ),
    body: hasPredicted ?
      <Placed {...data} /> :
      !question.prediction_window_open ?
      <Closed {...data} /> :
      (
        <div class="sections">
          <PageForm
            id="predict"
            action={predictPath(question.id)}
            fields={fieldsOf(question)}
            submit="Check it and place it"
          />
          <p class="meta">
            If something is missing, nothing is stored and nothing staked, and your text stays. A placed prediction is
            final.
          </p>
          <Consequences {...data} />
          {data.consensus.total_agents > 0 && <Others {...data} />}
        </div>
      )
  })
}
