import { type AnswerSpace, answerSpaceOf } from "../panels/AnswerSpace.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { AudienceSegment } from "../panels/ProjectPanel.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import { respondentsOf } from "../panels/Respondent.ts"
import { linearPool } from "./answerPool.ts"
import type { UnreadAnswer } from "./answerReading.ts"
import type { PacketSegment } from "./DecisionPacket.ts"
import { type Distribution, fitsSpace } from "./Distribution.ts"
import { effectiveRespondents } from "./effectiveRespondents.ts"
import { rounded } from "./inOrder.ts"
import type { PooledAnswer, PooledRow } from "./PooledAnswer.ts"
import { shareRow } from "./shareRow.ts"

/** An answer with the weight of its respondent. */
interface WeightedAnswer {
  readonly weight: number
  readonly rows: ReadonlyArray<Distribution>
}

/**
 * The shares of the answers among respondents: the weighted mean of their distributions, with Wilson's interval of each
 * share for the effective number of respondents.
 */
const shareRows = (
  question: Pick<PanelQuestion, "kind">,
  space: AnswerSpace,
  answers: ReadonlyArray<WeightedAnswer>
): ReadonlyArray<PooledRow> => {
  const weights = answers.map(({ weight }) => weight)
  const respondents = effectiveRespondents(weights)
  return space.rows.map((row, at) => {
    const pooled = linearPool(answers.map(({ rows }) => rows[at]!), weights)
    // Models round, so that the sum of a distribution may differ from 1.
    const sum = pooled.reduce((all, share) => all + share, 0)
    return shareRow(question, row, space.options, pooled.map((share) => share / sum), respondents)
  })
}

const aggregateOf = ({ kind }: Pick<PanelQuestion, "kind">, rows: ReadonlyArray<PooledRow>): PooledAnswer => {
  const [first] = rows
  const measured = kind === "binary" ? "yes" : first!.answer
  return {
    answer: kind === "matrix" ? rows.map(({ answer }) => answer) : first!.answer,
    probability: kind === "matrix" ? null : first!.options.find(({ option }) => option === measured)!.probability,
    rows
  }
}

/**
 * What an audience answers to one question: overall, each segment by its weight however many respondents it has, and by
 * segment. The weight of a segment is shared by those of its respondents that answered; a segment without an answer does
 * not count.
 */
export const audienceAnswer = (
  question: PanelQuestion,
  reasonings: ReadonlyArray<PanelReasoning>,
  segments: ReadonlyArray<AudienceSegment>
): { readonly answer: UnreadAnswer; readonly dropped: number } => {
  const space = answerSpaceOf(question)
  const given = new Map(reasonings.map((reasoning) => [reasoning.specialist, reasoning]))
  const members = respondentsOf(segments)
  const answersOf = (segment: AudienceSegment) =>
    members.flatMap(({ id, segment: of }) => {
      const reasoning = of === segment ? given.get(id) : undefined
      return reasoning === undefined ? [] : [reasoning]
    })
  const fits = ({ distribution }: PanelReasoning): boolean =>
    space === null ? distribution === null : distribution !== null && fitsSpace(distribution, space)
  const counted = segments.map((segment) => ({ segment, answers: answersOf(segment).filter(fits) }))
  const all = counted.reduce((sum, { answers, segment }) => answers.length === 0 ? sum : sum + segment.weight, 0)
  const weightOf = new Map(
    counted.flatMap(({ answers, segment }) =>
      answers.map(({ specialist }) => [specialist, segment.weight / all / answers.length] as const)
    )
  )
  const rowsOf = (answers: ReadonlyArray<PanelReasoning>, isWeighted: boolean): ReadonlyArray<PooledRow> =>
    space === null || answers.length === 0 ? [] : shareRows(
      question,
      space,
      answers.map(({ distribution, specialist }) => ({
        rows: distribution!,
        weight: isWeighted ? weightOf.get(specialist)! : 1
      }))
    )
  const rows = rowsOf(counted.flatMap(({ answers }) => answers), true)
  const aggregate = rows.length === 0 ? null : aggregateOf(question, rows)
  const measured = question.kind === "binary" ? "yes" : aggregate?.answer
  return {
    answer: {
      question_id: question.id,
      question,
      aggregate,
      interval: question.kind === "matrix"
        ? null
        : rows[0]?.options.find(({ option }) => option === measured)?.interval ?? null,
      agreement: null,
      dissent: null,
      contributions: reasonings.map(({ answer, distribution, id, model, probability, specialist }) => ({
        specialist,
        reasoning_id: id,
        model,
        answer,
        probability,
        distribution,
        weight: rounded(weightOf.get(specialist) ?? 0)
      })),
      crowd: null,
      segments: counted.map(({ answers, segment }): PacketSegment => ({
        segment: segment.name,
        weight: answers.length === 0 ? 0 : rounded(segment.weight / all),
        respondents: segment.size,
        answered: answers.length,
        rows: rowsOf(answers, false)
      }))
    },
    dropped: reasonings.filter((reasoning) => !fits(reasoning)).length
  }
}
