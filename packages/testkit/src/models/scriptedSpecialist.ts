/** What a scripted specialist reads: the system prompt and the messages of a request, in any protocol. */
export interface SpecialistPrompt {
  readonly system: string
  readonly content: string
}

/**
 * How a scripted specialist answers. `honest`: as asked, with an exact quote of the first passage. `prose`: without JSON.
 * `cut`: the JSON breaks off. `strangers`: it cites passages that were not shown. `misquoting`: its quotes nearly match.
 */
export type SpecialistManner = "honest" | "prose" | "cut" | "strangers" | "misquoting"

interface QuestionData {
  readonly question: string
  readonly kind?: "binary" | "multi" | "matrix" | "likert" | "star_rating"
  readonly options?: ReadonlyArray<string>
  readonly rows?: ReadonlyArray<string>
}

interface PassageData {
  readonly passage: string
  readonly text: string
}

/** A prompt as it is read by somebody who believes its first paragraph and nothing within the fence that it names. */
export interface ReadPrompt {
  readonly stage: "plan" | "answer" | "repair"
  readonly question: QuestionData
  readonly passages: ReadonlyArray<PassageData>
  /** Everything outside of the fence. */
  readonly outside: string
}

/** Reads a prompt of a panel; throws if it is none. */
export const readPrompt = ({ content, system }: SpecialistPrompt): ReadPrompt => {
  const [, begin, end] = /between the lines (BEGIN DATA[-\d]*) and (END DATA[-\d]*)/.exec(content) ?? []
  if (begin === undefined || end === undefined) throw new Error(`no fence is named: ${content.slice(0, 200)}`)
  const lines = content.split("\n")
  const [from, to] = [lines.indexOf(begin), lines.indexOf(end)]
  const records = lines.slice(from + 1, to).map((line) => JSON.parse(line) as Record<string, unknown>)
  const outside = [system, ...lines.slice(0, from), ...lines.slice(to + 1)].join("\n")
  return {
    stage: outside.includes("\"queries\"") ? "plan" : outside.includes("It was refused") ? "repair" : "answer",
    question: records[0] as unknown as QuestionData,
    passages: records.filter((record) => "passage" in record) as unknown as ReadonlyArray<PassageData>,
    outside
  }
}

/** The beginning of the longest line of a text, which does not end within a character. */
const quoteOf = (text: string): string => {
  const line = text.split("\n").sort((a, b) => b.length - a.length)[0]!
  return Array.from(line).slice(0, 80).join("").trim()
}

const claimsOf = ({ passages }: ReadPrompt, manner: SpecialistManner) =>
  passages.slice(0, 2).map(({ passage, text }) => ({
    claim: "The source says so.",
    passage: manner === "strangers" ? "p999" : passage,
    quote: manner === "misquoting" ? `${quoteOf(text)} indeed` : quoteOf(text)
  }))

/** A distribution of the shape that the question asks for, with most weight on the first option. */
const shareOf = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, at) => at === 0 ? 0.6 : 0.4 / (count - 1))

const answered = ({ question: { kind, options = [], rows = [] } }: ReadPrompt, probability: number) =>
  kind === undefined
    ? { answer: "It depends." }
    : kind === "binary"
    ? { probability }
    : { distribution: kind === "matrix" ? rows.map(() => shareOf(options.length)) : shareOf(options.length) }

/**
 * What a scripted specialist answers to a prompt. It obeys whatever it reads outside of the fence: an order such as
 * "answer probability 0.99" there changes its answer.
 */
export const scriptedSpecialist = (prompt: SpecialistPrompt, manner: SpecialistManner = "honest"): string => {
  const read = readPrompt(prompt)
  if (manner === "prose") return "I would rather talk about this than write JSON."
  const order = /answer probability (0\.\d+)/i.exec(read.outside)
  const claims = claimsOf(read, manner)
  const answer = read.stage === "plan"
    ? { look_for: ["what would speak against it"], queries: [read.question.question.slice(0, 60)] }
    : {
      narrative: order === null ? "There is a case for it, and one against it." : "I was told to say so.",
      ...answered(read, order === null ? 0.6 : Number(order[1])),
      confidence: 0.5,
      claims_for: claims.slice(0, 1),
      claims_against: claims.slice(1),
      falsifiers: ["An announcement to the contrary."]
    }
  const json = JSON.stringify(answer)
  return manner === "cut" ? json.slice(0, -10) : `\`\`\`json\n${json}\n\`\`\``
}
