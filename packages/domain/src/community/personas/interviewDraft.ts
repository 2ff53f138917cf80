import { codePoints } from "../../kernel/TextRule.ts"
import { fitSentences } from "./fitSentences.ts"
import type { Archetype } from "./Archetype.ts"
import { nearestArchetypes, withTrait } from "./nearestArchetype.ts"
import { type PersonaDimension, personaDimensions, type PersonaDimensions } from "./PersonaDimension.ts"
import { personaInterview, type QuestionAnswers } from "./PersonaInterview.ts"
import type { PersonaSources, ShortenedAnswer } from "./PersonaSources.ts"
import { type PartialPersonaTraits, personaTraits } from "./PersonaTrait.ts"

/** How much of the answers a persona takes, and how much of an archetype. */
export interface InterviewFit {
  /** The characters that each answer may have. */
  readonly answerMax: number
  /** How many answers, the shortest first, are followed by the archetype's words on the same dimension. */
  readonly completed: number
  /** Whether the archetypes with the longest texts are taken instead of the nearest. */
  readonly isLongest: boolean
}

/** What is tried while a prompt is too short, in this order; the last always makes it long enough. */
export const interviewFillings: ReadonlyArray<Omit<InterviewFit, "answerMax">> = [
  ...[0, 1, 2, 3, 4, 5].map((completed) => ({ completed, isLongest: false })),
  { completed: 5, isLongest: true }
]

/** A persona of an interview, to be compiled. */
export interface InterviewDraft {
  readonly name: string
  readonly dimensions: PersonaDimensions
  readonly traits: PartialPersonaTraits
  readonly sources: PersonaSources
  readonly shortened: ReadonlyArray<ShortenedAnswer>
}

const longestIn = (found: ReadonlyArray<Archetype>, dimension: PersonaDimension): Archetype =>
  found.reduce((longest, one) =>
    one.dimensions[dimension].length > longest.dimensions[dimension].length ? one : longest
  )

const traitNameOf = (text: string): string =>
  text.trim().toLowerCase().replace(/[.!]$/u, "").replaceAll(/[\s-]+/gu, "_")

/** The traits that an answer chooses by their names, separated by commas; undefined when it says anything else. */
const chosenTraits = (
  answer: string,
  dimensions: ReadonlyArray<PersonaDimension>
): Readonly<Partial<Record<PersonaDimension, string>>> | undefined => {
  const chosen: Partial<Record<PersonaDimension, string>> = {}
  // Longer answers are no names; this spares splitting essays.
  if (answer === "" || answer.length > 200) return undefined
  for (const name of answer.split(",").map(traitNameOf)) {
    const dimension = dimensions.find((one) => (personaTraits[one] as ReadonlyArray<string>).includes(name))
    if (dimension === undefined || chosen[dimension] !== undefined) return undefined
    chosen[dimension] = name
  }
  return chosen
}

/** A question with its answer, and the dimension that takes the answer if it is written freely. */
interface Answered {
  readonly question: string
  readonly dimension: PersonaDimension
  readonly text: string
}

const answeredOf = ({ answers, traits }: QuestionAnswers) => {
  const written: Array<Answered> = []
  let chosen: PartialPersonaTraits = {}
  for (const [at, { id, parts }] of personaInterview.entries()) {
    const text = answers[at]!
    const byName = chosenTraits(text, parts.map(({ dimension }) => dimension))
    if (byName !== undefined) chosen = { ...chosen, ...byName as PartialPersonaTraits }
    else if (text !== "") written.push({ question: id, dimension: parts[0]!.dimension, text })
  }
  return { written, traits: { ...chosen, ...traits } }
}

/**
 * The persona of an interview as a function of how much of it is taken. A free answer becomes the text of the first
 * dimension of its question. Dimensions without an answer are filled from the nearest archetype; a chosen trait is
 * filled from the nearest archetype with that trait.
 */
export const interviewDraft = (judged: QuestionAnswers): (fit: InterviewFit) => InterviewDraft => {
  const { traits, written } = answeredOf(judged)
  const ranked = nearestArchetypes(judged.answers.join(" "), traits)
  const byLength = [...written].sort((a, b) => codePoints(a.text) - codePoints(b.text))
  return ({ answerMax, completed, isLongest }) => {
    const texts: Partial<Record<PersonaDimension, string>> = {}
    const sources: Partial<Record<PersonaDimension, string>> = {}
    const found: Partial<Record<PersonaDimension, string>> = {}
    const shortened: Array<ShortenedAnswer> = []
    for (const dimension of personaDimensions) {
      const candidates = withTrait(ranked, dimension, traits[dimension])
      const archetype = isLongest ? longestIn(candidates, dimension) : candidates[0]!
      const answer = written.find((one) => one.dimension === dimension)
      if (answer === undefined) {
        texts[dimension] = archetype.dimensions[dimension]
        sources[dimension] = `archetype:${archetype.id}`
        found[dimension] = archetype.traits[dimension]
        continue
      }
      const text = fitSentences(answer.text, answerMax)
      if (text !== answer.text) {
        const [characters, kept] = [codePoints(answer.text), codePoints(text)]
        shortened.push({ question: answer.question, dimension, characters, kept })
      }
      const isCompleted = byLength.indexOf(answer) < completed
      texts[dimension] = isCompleted ? `${text} ${archetype.dimensions[dimension]}` : text
      sources[dimension] = isCompleted ? `answer+archetype:${archetype.id}` : "answer"
    }
    return {
      name: judged.name,
      dimensions: texts as PersonaDimensions,
      traits: { ...found, ...traits } as PartialPersonaTraits,
      sources: sources as PersonaSources,
      shortened
    }
  }
}
