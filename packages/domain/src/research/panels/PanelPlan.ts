import { Either, Schema } from "effect"
import { readModelAnswer } from "../../platform/inference/ModelAnswer.ts"
import { plainText } from "./plainText.ts"

/** The plan of a specialist for its searches before it answers. */
export interface PanelPlan {
  readonly look_for: ReadonlyArray<string>
  /** The searches of the sources. */
  readonly queries: ReadonlyArray<string>
}

/** The limits of a plan; texts in characters. */
export const planQueriesMax = 4
export const planQueryLengthMax = 200
export const planNotesMax = 5
export const planNoteLengthMax = 300

const Plan = Schema.Struct({
  look_for: Schema.optionalWith(Schema.Array(Schema.Unknown), { default: () => [] }),
  queries: Schema.Array(Schema.Unknown)
})

const decode = Schema.decodeUnknownOption(Plan)

const textsOf = (given: ReadonlyArray<unknown>, max: number, lengthMax: number): ReadonlyArray<string> => {
  const texts = given.flatMap((one) => typeof one === "string" ? [plainText(one, lengthMax)] : [])
  return [...new Set(texts.filter((text) => text !== ""))].slice(0, max)
}

/**
 * The plan in a model's answer; an empty one when there is none in it, because the sources are searched for the question
 * itself in any case.
 *
 * @example readPlan("{\"look_for\": [], \"queries\": [\"rate cut\", 7]}").queries // ["rate cut"]
 */
export const readPlan = (answer: string): PanelPlan =>
  Either.match(readModelAnswer(answer, decode, ""), {
    onLeft: () => ({ look_for: [], queries: [] }),
    onRight: ({ look_for, queries }) => ({
      look_for: textsOf(look_for, planNotesMax, planNoteLengthMax),
      queries: textsOf(queries, planQueriesMax, planQueryLengthMax)
    })
  })
