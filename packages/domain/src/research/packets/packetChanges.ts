import { counted } from "../../kernel/Counted.ts"
import { inQuotes, specialistName } from "./answerReading.ts"
import type { DecisionPacket, MovedAnswer, PacketAnswer, PacketChanges, PacketContribution } from "./DecisionPacket.ts"
import type { Distribution } from "./Distribution.ts"
import { inOrder, rounded } from "./inOrder.ts"
import { packetConstants } from "./packetConstants.ts"
import { percentWords } from "./probabilityWords.ts"

/** A packet without the part that compares it with the one before. */
export type UncomparedPacket = Omit<DecisionPacket, "changes">

/** What is measured of an answer, before and after. */
interface Measure {
  readonly measured: string
  readonly before: number | null
  readonly after: number | null
  /** Their difference as a share of the range; 1 where only one of them exists. */
  readonly change: number
}

type Answer = Pick<PacketAnswer, "aggregate" | "contributions" | "question" | "question_id">

/** The probability of an option of a row in an answer. */
const probabilityIn = (answer: Answer | undefined, row: string, option: string): number | null =>
  answer?.aggregate?.rows.find((one) => one.row === row)?.options.find((one) => one.option === option)?.probability ??
    null

const measureOf = (measured: string, before: number | null, after: number | null, range = 1): Measure => ({
  measured,
  before,
  after,
  change: before === null || after === null ? Number(before !== after) : Math.abs(after - before) / range
})

/**
 * For a binary question the probability of "yes"; for a scale the mean; for options the leading option now, or before
 * when nothing leads now; for a matrix the cell that changed most.
 */
const measureChange = (before: Answer | undefined, after: Answer): Measure => {
  const rows = after.aggregate?.rows ?? before?.aggregate?.rows ?? []
  const cells = rows.flatMap(({ answer, mean, options, row }) => {
    if (mean !== null) {
      const [was, is] = [before, after].map((one) => one?.aggregate?.rows[0]?.mean ?? null)
      return [measureOf("mean", was!, is!, Math.max(1, options.length - 1))]
    }
    const kind = after.question.kind
    const shown = kind === "matrix" ? options.map(({ option }) => option) : [kind === "binary" ? "yes" : answer]
    return shown.map((option) =>
      measureOf(
        row === "" ? option : `${row}: ${option}`,
        probabilityIn(before, row, option),
        probabilityIn(after, row, option)
      )
    )
  })
  const [largest] = inOrder(cells.map((cell, at) => ({ cell, at })), ({ at, cell }) => [-cell.change, at])
  return largest?.cell ?? measureOf("", null, null)
}

const stated = ({ answer, probability }: PacketContribution, kind: Answer["question"]["kind"]): string => {
  if (probability !== null && kind === "binary") return `yes ${percentWords(probability)}`
  const words = answer === null ? "no answer" : inQuotes(typeof answer === "string" ? answer : answer.join(", "))
  return probability === null ? words : `${words} (${percentWords(probability)})`
}

/** What changed of one specialist; null when it is less than a point. */
const specialistChange = (
  before: PacketContribution | undefined,
  after: PacketContribution | undefined,
  kind: Answer["question"]["kind"]
): string | null => {
  if (before === undefined) return `${specialistName(after!.specialist)} is new with ${stated(after!, kind)}.`
  const name = specialistName(before.specialist)
  if (after === undefined) return `${name} no longer answers.`
  const isOther = (after.distribution ?? []).some((row, at) =>
    row.some((value, option) =>
      Math.abs(value - (before.distribution?.[at]?.[option] ?? 0)) >= packetConstants.moved_min
    )
  )
  const [was, is] = [stated(before, kind), stated(after, kind)]
  if (was !== is) return `${name} moved from ${was} to ${is}.`
  if (isOther) return `${name} still says ${is}, with other probabilities.`
  const [lower, higher] = [before.weight, after.weight].map(percentWords)
  return lower === higher
    ? null
    : `The weight of ${name} ${after.weight > before.weight ? "rose" : "fell"} from ${lower} to ${higher}.`
}

/**
 * How much of a linear pool's change is due to one specialist: the change of its weight times its distance from the pool
 * before, added up over all options.
 */
const shareOfChange = (
  before: PacketContribution | undefined,
  after: PacketContribution | undefined,
  pool: ReadonlyArray<Distribution>
): number => {
  const pull = (one: PacketContribution | undefined, row: number, option: number, pooled: number): number =>
    one === undefined || one.weight === 0 ? 0 : one.weight * ((one.distribution?.[row]?.[option] ?? pooled) - pooled)
  return pool.reduce(
    (sum, options, row) =>
      options.reduce(
        (total, pooled, option) =>
          total + Math.abs(pull(after, row, option, pooled) - pull(before, row, option, pooled)),
        sum
      ),
    0
  )
}

const whyMoved = (before: Answer | undefined, after: Answer): ReadonlyArray<string> => {
  if (before === undefined) return ["The question is new."]
  const [was, is] = [before, after].map(({ contributions }) =>
    new Map(contributions.map((one) => [one.specialist, one]))
  )
  const pool = ((before.aggregate ?? after.aggregate)?.rows ?? [])
    .map(({ options }) => options.map(({ probability }) => probability))
  const changes = [...new Set([...was!.keys(), ...is!.keys()])].flatMap((specialist) => {
    const [old, fresh] = [was!.get(specialist), is!.get(specialist)]
    const text = specialistChange(old, fresh, after.question.kind)
    return text === null ? [] : [{ text, specialist, share: shareOfChange(old, fresh, pool) }]
  })
  return inOrder(changes, ({ share, specialist }) => [-rounded(share), specialist]).map(({ text }) => text)
}

const movedAnswer = (before: Answer | undefined, after: Answer): ReadonlyArray<MovedAnswer> => {
  const { change, ...measure } = measureChange(before, after)
  const answers = {
    answer_before: before?.aggregate?.answer ?? null,
    answer_after: after.aggregate?.answer ?? null
  }
  const turned = JSON.stringify(answers.answer_before) !== JSON.stringify(answers.answer_after)
  return before !== undefined && rounded(change) < packetConstants.moved_min && !turned ? [] : [{
    question_id: after.question_id,
    ...measure,
    ...answers,
    why: whyMoved(before, after)
  }]
}

const names = (titles: ReadonlyArray<string>): string => {
  const named = titles.slice(0, 3).map(inQuotes).join(", ")
  return titles.length > 3 ? `${named} and ${titles.length - 3} more` : named
}

/** A sentence about the sources for which `isMeant` holds; none when there is none. */
const sourceSentence = (
  rows: UncomparedPacket["evidence_table"],
  isMeant: (row: UncomparedPacket["evidence_table"][number]) => boolean,
  sentence: (count: string, named: string) => string
): ReadonlyArray<string> => {
  const titles = [...new Map(rows.filter(isMeant).map(({ source_id, title }) => [source_id, title])).values()]
  return titles.length === 0 ? [] : [sentence(counted(titles.length, "source"), names(titles))]
}

const whyOverall = (previous: DecisionPacket, packet: UncomparedPacket): ReadonlyArray<string> => {
  const [was, is] = [previous.method, packet.method]
  const known = new Set(was.reasoning_ids)
  const fresh = is.reasoning_ids.filter((id) => !known.has(id)).length
  const before = new Set(previous.evidence_table.map(({ source_id }) => source_id))
  const read = new Set(previous.evidence_table.map(({ content_hash }) => content_hash))
  const after = new Set(packet.evidence_table.map(({ source_id }) => source_id))
  const asked = new Set(packet.answers.map(({ question_id }) => question_id))
  const removed = previous.answers.filter(({ question_id }) => !asked.has(question_id)).length
  const counting = new Set(is.reasoning_ids)
  const gone = was.reasoning_ids.filter((id) => !counting.has(id)).length
  const records = new Map(
    was.specialists.map(({ mean_brier, resolved, specialist }) => [specialist, `${resolved} ${mean_brier}`])
  )
  const hasOtherRecord = is.specialists.some(({ mean_brier, resolved, specialist }) =>
    (records.get(specialist) ?? `${resolved} ${mean_brier}`) !== `${resolved} ${mean_brier}`
  )
  return [
    ...(was.rules_version === is.rules_version ? [] : [
      `The rules of packets changed from ${was.rules_version} to ${is.rules_version}.`
    ]),
    ...(previous.mode === packet.mode ? [] : [
      packet.mode === "panel" ? "A model answers now." : "No model answers any more."
    ]),
    ...(was.models.join() === is.models.join() || was.models.length === 0 || is.models.length === 0 ? [] : [
      `The models changed from ${was.models.join(", ")} to ${is.models.join(", ")}.`
    ]),
    ...(fresh === 0 ? [] : [`${counted(fresh, "reasoning")} ${fresh === 1 ? "is" : "are"} new.`]),
    ...(gone === 0
      ? []
      : [`${counted(gone, "reasoning")} of the packet before ${gone === 1 ? "counts" : "count"} no longer.`]),
    ...sourceSentence(
      packet.evidence_table,
      ({ source_id }) => !before.has(source_id),
      (count, named) => `Newly cited: ${count}, ${named}.`
    ),
    ...sourceSentence(
      packet.evidence_table,
      ({ content_hash, source_id }) => before.has(source_id) && !read.has(content_hash),
      (count, named) => `Changed since then: ${count}, ${named}.`
    ),
    ...sourceSentence(
      previous.evidence_table,
      ({ source_id }) => !after.has(source_id),
      (count, named) => `No longer cited: ${count}, ${named}.`
    ),
    ...(!hasOtherRecord ? [] : ["The track records of the specialists changed, and with them their weights."]),
    ...(removed === 0
      ? []
      : [`${counted(removed, "question")} of the packet before ${removed === 1 ? "is" : "are"} gone.`])
  ]
}

/**
 * What moved since the previous packet, and why: each answer whose probability changed by a point or more (a mean by
 * a hundredth of its scale), with the specialists that moved it, and the changes beneath: rules, models, reasonings,
 * sources and track records.
 */
export const packetChanges = (previous: DecisionPacket, packet: UncomparedPacket): PacketChanges => {
  const before = new Map(previous.answers.map((answer) => [answer.question_id, answer]))
  const why = whyOverall(previous, packet)
  return {
    from_version: previous.version,
    moved: packet.answers.flatMap((answer) => movedAnswer(before.get(answer.question_id), answer)),
    why: why.length === 0 ? ["No reasoning, source, track record or rule changed."] : why
  }
}
