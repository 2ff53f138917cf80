import { subcategoriesOf } from "@auspex/domain/questions"
import { reasoningThemes } from "./ReasoningThemes.ts"
import { reasoningVoices } from "./ReasoningVoices.ts"
import type { SeasonQuestion } from "./SeasonQuestion.ts"
import { dayInWords } from "./SeasonQuestion.ts"
import { type Random, randomOf } from "./Seed.ts"

/** The subject of an argument, its author, and the forecast that it supports. */
export interface ReasoningRequest {
  readonly seed: string | number
  /** `persona_archetype` chooses the voice; it is absent for a person. */
  readonly author: { readonly key: string; readonly persona_archetype?: string }
  readonly question: Pick<
    SeasonQuestion,
    "key" | "topic" | "category" | "subcategory" | "resolution_source" | "resolution_url" | "days_open"
  >
  readonly deadline: Date
  readonly prediction: boolean
  readonly selected_option?: string
  readonly confidence: number
}

const filled = (sentence: string, slots: Readonly<Record<string, string>>): string => {
  const text = sentence.replaceAll(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The publisher: the source's name without its last part, which names the publication. */
const publisherOf = (source: string): string => source.includes(",") ? source.slice(0, source.lastIndexOf(",")) : source

const slotsOf = (request: ReasoningRequest, random: Random) => (): Readonly<Record<string, string>> => {
  const { question, deadline, confidence, prediction, selected_option } = request
  const cases = random.whole(9, 48)
  const matching = Math.min(cases - 1, Math.max(2, Math.round(cases * (confidence / 100) + random.normal() * 2)))
  const label = subcategoriesOf(question.category).find(({ slug }) => slug === question.subcategory)?.label
  return {
    topic: question.topic,
    source: publisherOf(question.resolution_source),
    side: selected_option === undefined ? (prediction ? "yes" : "no") : `"${selected_option}"`,
    deadline: dayInWords(deadline),
    days: String(question.days_open),
    p: String(confidence),
    rest: String(100 - confidence),
    n: String(cases),
    k: String(matching),
    m: String(random.whole(2, 8)),
    label: label ?? question.subcategory
  }
}

/**
 * The address of an author's worksheet on a question, which nobody else cites. The name is reserved, so the link is
 * dead.
 */
const worksheetOf = ({ author, question }: ReasoningRequest): string =>
  `https://worksheets.example.org/${author.key}/${question.key}`

const { bottomLines, methodSentences, sourceSentences, voices, worksheetSentences } = reasoningVoices

/**
 * An argument that passes every gate of a prediction: four headed sections, 200 characters and 30 distinct words by a
 * wide margin, and two or three citations, of which the author's worksheet is always new on the question. The same
 * request gives the same text. Different authors overlap little, because each draws about ten sentences out of more
 * than two hundred and fills in different figures. The figures belong to the fictional author and claim nothing about
 * the world.
 */
export const writeReasoning = (request: ReasoningRequest): string => {
  const random = randomOf("reasoning", request.seed, request.author.key, request.question.key)
  const slots = slotsOf(request, random)

  const write = (sentence: string, url = ""): string => filled(sentence, { ...slots(), url })
  const themes = random.sample(reasoningThemes, 7)
  const from = (section: "evidence" | "analysis" | "counter", index: number): string => {
    const theme = themes[index % themes.length]
    if (theme === undefined) throw new RangeError("no themes to write about")
    return write(random.pick(theme[section]))
  }
  const voice = voices.find(({ archetypes }) => archetypes.includes(request.author.persona_archetype ?? ""))
  const voiceSentence = random.pick((voice ?? voices.at(-1))?.sentences ?? [])
  const method = random.pick(methodSentences)
  const evidence = [
    write(random.pick(sourceSentences), request.question.resolution_url),
    from("evidence", 0),
    write(random.pick(worksheetSentences), worksheetOf(request)),
    from("evidence", 1),
    ...(random.chance(0.4) ? [write(method.sentence, method.url)] : [])
  ]
  const analysis = random.sample([from("analysis", 0), from("analysis", 2), from("analysis", 3), voiceSentence], 4)
  const counter = [from("counter", 4), from("counter", 5), ...(random.chance(0.35) ? [from("counter", 6)] : [])]
  return [
    `EVIDENCE: ${evidence.join(" ")}`,
    `ANALYSIS: ${analysis.join(" ")}`,
    `COUNTER-EVIDENCE: ${counter.join(" ")}`,
    `BOTTOM LINE: ${write(random.pick(bottomLines))}`
  ].join("\n\n")
}
