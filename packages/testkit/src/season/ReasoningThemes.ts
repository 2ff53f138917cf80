import { dataFile } from "@auspex/domain/kernel"
import { Schema } from "effect"
import themes from "./reasoningThemes.json" with { type: "json" }

const Sentences = Schema.Array(Schema.NonEmptyTrimmedString)

/** One angle of an argument: sentences for three of its sections. */
const ReasoningTheme = Schema.Struct({
  angle: Schema.NonEmptyTrimmedString,
  evidence: Sentences,
  analysis: Sentences,
  counter: Sentences
})

/**
 * The slots of the sentences: {topic}, {source}, {side} (the predicted side), {deadline}, {days} (in the window), {p}
 * (stated percentage), {rest} (its complement), {n} and {k} (k of n cases in the author's own log), {m} (a small
 * number), {label} (the subcategory).
 */
export const reasoningThemes = dataFile("reasoningThemes.json", Schema.Array(ReasoningTheme), themes)
