import { reasoningGates } from "../../forecasting/predictions/ReasoningGates.ts"
import { reasoningHeadings } from "../../forecasting/predictions/ReasoningSection.ts"
import { confidenceMax, confidenceMin } from "../../forecasting/scoring/Confidence.ts"
import { oneLine } from "./oneLine.ts"
import { dimensionTitle, type PersonaDimensions, personaLayers } from "./PersonaDimension.ts"

/** The version of `compilePersona`, stored with each prompt. It grows whenever the fixed wording changes. */
export const personaCompilerVersion = 1

const [evidence, analysis, counterEvidence, bottomLine] = reasoningHeadings
const { citationsMin, lengthMin, novelCitationsMin, similarityMax, uniqueWordsMin } = reasoningGates

/** What a prediction has to be like, with the limits of the gates. Short, so that prompts differ in most of their words. */
export const answerInstructions: ReadonlyArray<string> = [
  "# Your answer",
  `Read the resolution criteria and the source that settles the question before anything else. Then choose a side, or
    one of the options, with a confidence from ${confidenceMin} to ${confidenceMax} percent: ${confidenceMin} says that
    you cannot tell the sides apart, ${confidenceMax} that you expect to be wrong once in a hundred such cases. Write the
    reasoning under four headings, each once, in this order and followed by text:`,
  `${evidence}: what you know, with figures and dates. Cite at least ${citationsMin} pages by their full addresses, at
    least ${novelCitationsMin} of which no other forecaster of the question has cited.`,
  `${analysis}: the starting point, then each step from the evidence to your probability, by the methodology above.`,
  `${counterEvidence}: the strongest case for the other side, and what your blind spots may be hiding.`,
  `${bottomLine}: the probability in one sentence, and the observation that would change it most.`,
  `The reasoning needs at least ${lengthMin} characters and ${uniqueWordsMin} different words, and is refused if it
    shares more than ${similarityMax} of its words with an earlier one, so write about this question in words of your
    own. Cite only what you have read. Never invent a source, a quotation or a figure; where something cannot be found,
    say so and lower your confidence.`
].map(oneLine)

/**
 * The reasoning prompt of a persona: its dimensions in their order under the titles of their layers, and what an answer
 * has to be like. The same arguments always give the same text. Line breaks within a name or a dimension become spaces,
 * so that neither can add a title of its own.
 */
export const compilePersona = (name: string, dimensions: PersonaDimensions): string =>
  [
    `You are ${oneLine(name)}, a forecaster who reasons as follows.`,
    ...personaLayers.flatMap((layer) => [
      `# ${layer.title}`,
      ...layer.dimensions.map((dimension) => `${dimensionTitle(dimension)}: ${oneLine(dimensions[dimension])}`)
    ]),
    ...answerInstructions
  ].join("\n\n")
