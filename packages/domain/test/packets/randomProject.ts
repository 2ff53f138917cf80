import { cutPassages } from "@auspex/domain/evidence"
import type { PacketInputs, PacketPassage, PacketSource, TrackRecord } from "@auspex/domain/packets"
import { answerSpaceOf, type PanelQuestion, type Quote, type PanelReasoning } from "@auspex/domain/panels"
import { seededNumbers } from "../../src/kernel/seededNumbers.ts"

const vocabulary =
  ("rates banks growth market demand supply court ruling filing merger revenue margin orders factory chips energy storage "
    + "licence regulator vote budget deficit exports tariff index forecast survey team founder product release patent")
    .split(" ")
const specialistIds = ["macro", "risk", "tax_structuring", "private_markets", "contrarian"]

/** A word that only claims with a false quote contain. */
export const lieMark = "fabricated"

/** Dice with a seed. */
export interface Dice {
  readonly share: () => number
  readonly upTo: (count: number) => number
  readonly pick: <A>(items: ReadonlyArray<A>) => A
  readonly shuffled: <A>(items: ReadonlyArray<A>) => ReadonlyArray<A>
}

export const diceOf = (seed: number): Dice => {
  const next = seededNumbers(seed)
  const share = (): number => Math.min(0.999999, (next() + 1) / 2)
  const upTo = (count: number): number => Math.floor(share() * count)
  return {
    share,
    upTo,
    pick: (items) => items[upTo(items.length)]!,
    shuffled: (items) =>
      items.map((item) => ({ item, key: share() })).sort((a, b) => a.key - b.key).map(({ item }) => item)
  }
}

const sentence = ({ pick, upTo }: Dice): string => {
  const words = Array.from({ length: 6 + upTo(9) }, () => pick(vocabulary))
  return `${words[0]!.toUpperCase()} ${words.slice(1).join(" ")} by ${upTo(900)} in ${2020 + upTo(9)}.`
}

const kinds: ReadonlyArray<Pick<PanelQuestion, "kind" | "kind_options">> = [
  { kind: "binary", kind_options: null },
  { kind: "multi", kind_options: { options: ["Alpha", "Beta", "Gamma"] } },
  { kind: "matrix", kind_options: { rows: ["Here", "There"], columns: ["low", "middle", "high"] } },
  { kind: "likert", kind_options: { scale: 5, statement: "It is worth it." } },
  { kind: "star_rating", kind_options: { max: 10 } },
  { kind: null, kind_options: null }
]

const distributionOf = ({ share }: Dice, options: number): ReadonlyArray<number> => {
  const raw = Array.from({ length: options }, () => -Math.log(1 - share()))
  const sum = raw.reduce((total, value) => total + value, 0)
  return raw.map((value) => value / sum)
}

/** A quote of a random passage. A lie changes words, the place, the passage or the source, or quotes within its claim. */
const quoteOf = (dice: Dice, passages: ReadonlyArray<PacketPassage>, isLie: boolean): Quote => {
  const passage = dice.pick(passages)
  const from = dice.upTo(Math.max(1, passage.text.length - 60))
  const quote = passage.text.slice(from, from + 30 + dice.upTo(30))
  const start = passage.start + from
  const claim = sentence(dice).replace(".", "")
  const honest = {
    claim,
    source_id: passage.source_id,
    passage_id: passage.id,
    quote,
    start,
    end: start + quote.length
  }
  if (!isLie) return honest
  const lie = { ...honest, claim: `${lieMark} ${claim}` }
  switch (dice.upTo(6)) {
    case 0:
      return { ...lie, quote: `${quote.slice(0, -1)}§` }
    case 1:
      return { ...lie, quote: "nobody has written this", end: start + 23 }
    case 2:
      return { ...lie, start: start + 1, end: honest.end + 1 }
    case 3:
      return { ...lie, passage_id: `${passage.id}-unknown` }
    case 4:
      return { ...lie, source_id: `${passage.source_id}-other` }
    default:
      return { ...lie, claim: `${lie.claim}, “we never said such a thing”` }
  }
}

/** A project with the stored texts of its sources. */
export interface RandomProject {
  readonly inputs: PacketInputs
  readonly texts: ReadonlyMap<string, string>
  readonly lies: number
}

/** A project with random sources, questions and reasonings, in which about one quote of five is false. */
export const randomProject = (seed: number): RandomProject => {
  const dice = diceOf(seed)
  const { pick, share, upTo } = dice
  const texts = new Map<string, string>()
  const passages: Array<PacketPassage> = []
  const sources = Array.from({ length: 1 + upTo(4) }, (_, at): PacketSource => {
    const id = `source-${at}`
    const text = Array.from({ length: 8 + upTo(20) }, () => sentence(dice)).join(" ")
    texts.set(id, text)
    const [retrieved_at, content_hash] = [new Date(Date.UTC(2026, 5, 1 + at)), `hash-${at}`]
    for (const [n, passage] of cutPassages(text).entries()) {
      passages.push({
        id: `${id}-p${n}`,
        source_id: id,
        start: passage.start,
        text: passage.text,
        retrieved_at,
        content_hash
      })
    }
    return {
      id,
      title: `Report ${at}`,
      uri: `https://example.org/${at}`,
      status: "ready",
      retrieved_at,
      content_hash
    }
  })
  const questions = Array.from({ length: 1 + upTo(3) }, (_, at): PanelQuestion => ({
    id: `question-${at}`,
    text: `Will ${pick(vocabulary)} ${at} come true by 2027?`,
    ...pick(kinds),
    resolution_signal: null,
    resolution_date: "2027-06-30",
    resolution_threshold: null
  }))
  const panel = specialistIds.slice(0, 1 + upTo(5))
  const model = share() < 0.15 ? null : "model-a"
  let lies = 0
  const quotes = (): ReadonlyArray<Quote> =>
    Array.from({ length: upTo(4) }, () => {
      const isLie = share() < 0.2
      if (isLie) lies++
      return quoteOf(dice, passages, isLie)
    })
  const reasonings = questions.flatMap((question) =>
    panel.map((specialist): PanelReasoning => {
      const space = answerSpaceOf(question)
      const distribution = model === null || space === null
        ? null
        : space.rows.map(() => distributionOf(dice, space.options.length))
      const answers = distribution?.map((row) => space!.options[row.indexOf(Math.max(...row))]!)
      return {
        id: `${question.id}-${specialist}`,
        question_id: question.id,
        specialist,
        model,
        answer: model === null
          ? null
          : answers === undefined
          ? "In words."
          : question.kind === "matrix"
          ? answers
          : answers[0]!,
        probability: distribution === null || question.kind === "matrix"
          ? null
          : question.kind === "binary"
          ? distribution[0]![0]!
          : Math.max(...distribution[0]!),
        distribution,
        confidence: model === null ? null : share(),
        narrative: "",
        evidence: quotes(),
        counter_evidence: quotes(),
        unsupported: [],
        falsifiers: Array.from({ length: upTo(3) }, () => sentence(dice)),
        created_at: new Date(Date.UTC(2026, 6, 1))
      }
    })
  )
  const records = panel.filter(() => share() < 0.5).map((specialist): TrackRecord => {
    const resolved = 1 + upTo(60)
    return { specialist, resolved, brier_sum: resolved * share() * 0.4, log_sum: -resolved * share() }
  })
  return {
    texts,
    lies,
    inputs: {
      id: `packet-${seed}`,
      published_at: new Date("2026-07-02T08:00:00Z"),
      project: { id: "project", kind: "research", title: "A project", brief: "A brief.", audience: "fo_principal" },
      questions,
      reasonings,
      sources,
      passages: new Map(passages.map((passage) => [passage.id, passage])),
      records,
      crowd: questions.filter(({ kind }) => kind === "binary").map(({ id }) => ({
        question_id: id,
        predictors: 1 + upTo(400),
        probability: share()
      }))
    }
  }
}
