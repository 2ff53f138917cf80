import { counted } from "../../kernel/Counted.ts"
import { isAudiencePanel, isSimulationPanel, type ProjectPanel } from "../panels/ProjectPanel.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import { roundShrinkageMin } from "./advanceRounds.ts"
import { audienceMethod } from "./audienceTexts.ts"
import type { PacketMethod } from "./DecisionPacket.ts"
import { distinct, rounded } from "./inOrder.ts"
import { packetConstants, packetRulesVersion } from "./packetConstants.ts"
import { probabilityLevels } from "./probabilityWords.ts"
import type { SpecialistWeight } from "./specialistWeights.ts"

/** What a method reports of the making of a packet. */
export interface MethodFacts {
  readonly reasonings: ReadonlyArray<PanelReasoning>
  /** Who answers in an audience, a simulation, or a survey with an assigned panel. */
  readonly panel: ProjectPanel | null
  readonly weights: ReadonlyArray<SpecialistWeight>
  /** The model families whose answers were pooled, for each forecast. */
  readonly families: ReadonlyArray<ReadonlyArray<string>>
  readonly quotesKept: number
  readonly quotesDropped: number
  readonly answersDropped: number
}

const levels = probabilityLevels.map(({ to, words }) => `${words} up to ${Math.round(to * 100)} %`).join(", ")

/** Whether forecasts were extremised, and why. */
const extremising = (families: MethodFacts["families"]): ReadonlyArray<string> => {
  if (families.length === 0) return []
  const { extremising_factor, extremising_families_min } = packetConstants
  const extremised = families.filter((one) => one.length >= extremising_families_min).length
  const named = distinct(families.flat()).join(", ")
  const correlation = "errors correlate even between families, with r of about 0.77 (arXiv 2605.00844)"
  if (extremised === 0) {
    return [
      `Forecasts are not extremised, because only one model family answered${
        families.length === 1 ? "" : " each question"
      } (${named}). Its specialists err alike: ${correlation}.`
    ]
  }
  const which = extremised === families.length ? "Forecasts were" : `${extremised} of ${families.length} forecasts were`
  return [
    `${which} extremised by the factor ${extremising_factor} (Baron et al. 2014; Satopää et al. 2014), because two or more `
    + `model families answered (${named}). ${
      extremised === families.length ? "" : "The others were answered by one family alone. "
    }The factor is small, because ${correlation}.`
  ]
}

const pooling = ({ families }: MethodFacts): ReadonlyArray<string> => [
  `Probabilities are clamped so that none is above ${1 - packetConstants.probability_margin}.`,
  "Forecasts (binary, multi, matrix) are pooled as the weighted mean of log-odds, several options as the normalised "
  + "logarithmic pool (Genest & Zidek 1986).",
  ...extremising(families),
  "Opinions (likert, star_rating) are pooled as the weighted mean of their distributions and are not extremised, because "
  + "nothing will show which opinion was right.",
  "Weights are inverse to the mean Brier score of each specialist's track record (Bates & Granger 1969), shrunken to the "
  + `panel's mean with a prior of ${packetConstants.record_prior_size} answers; without records they are equal. A `
  + "specialist's own confidence has no weight.",
  `Intervals are ${packetConstants.interval_percent} % percentile intervals of ${packetConstants.bootstrap_rounds} bootstrap `
  + "samples of the specialists, seeded with the question and its answers (Efron 1979). They show how much the answer "
  + "depends on who was asked, not all that is unknown. Where a pool lies beyond the answers, the interval reaches to their "
  + "median and mean. Intervals of the mean of a scale are Student's, for the effective number of specialists (Kish 1965), "
  + "and cut at the scale; equal answers have the bound of Clopper and Pearson (1934).",
  "Agreement is 1 − √(JSD / max) with the Jensen–Shannon divergence of the answers; for scales 1 − 2 × the mean earth "
  + "mover's distance to their mean.",
  "The dissent is the specialist furthest from the pool of the others, from a distance of "
  + `${packetConstants.dissent_distance_min} on (Jensen–Shannon distance; for scales the earth mover's distance).`,
  `Words for probabilities follow ICD 203 (2015): ${levels}.`
]

const evidence = ({ quotesDropped, quotesKept }: MethodFacts): string => {
  const all = quotesKept + quotesDropped
  const result = all === 0
    ? "there was none"
    : quotesDropped === 0
    ? `all ${all} stood`
    : `${quotesKept} of ${all} stood, and the others were dropped with their claims`
  return `Every quote was compared with the stored text of its source, character by character: ${result}.`
}

const merging =
  `Claims that share ${
    packetConstants.merge_overlap_min * 100
  } % of their words, their numbers and their words of negation and `
  + `direction are one. At most ${packetConstants.claims_max} findings and risks are shown, ranked by the specialists and the `
  + "sources that support them, and by novelty. A quote shows that the words stand in the source, not that the claim "
  + "follows from them or that the source is right."

/** How the rounds of a simulation are asked and end. */
const simulationStep = (roundsMax: number): string =>
  `The experts were asked in at most ${roundsMax} rounds. After each they were told the quartiles of the others' estimates and `
  + "the others' arguments, without names, and answered again. A question is not asked again when the last round shrank the "
  + `mean width of its intervals by less than ${
    roundShrinkageMin * 100
  } % (converged). In the estimates of the rounds every `
  + "expert counts the same. Experts who are one model may converge because they are alike, not because they are right."

/** How a packet was made, with every constant and version. */
export const packetMethod = (facts: MethodFacts): PacketMethod => {
  const { answersDropped, panel, quotesDropped, quotesKept, reasonings, weights } = facts
  const isAudience = isAudiencePanel(panel)
  const models = distinct(reasonings.flatMap(({ model }) => model === null ? [] : [model]))
  const asked = models.length === 0
    ? "No model is configured. The passages that match each question were taken from the sources; no answer was given and "
      + "nothing was pooled."
    : `${counted(weights.length, "specialist")} answered with ${
      models.join(", ")
    }; of each, the latest reasoning on a question `
      + "counts."
  return {
    rules_version: packetRulesVersion,
    steps: isAudience ? audienceMethod(panel.segments, models) : [
      ...(reasonings.length === 0 ? ["There are no reasonings."] : [asked]),
      ...(isSimulationPanel(panel) ? [simulationStep(panel.rounds_max)] : []),
      ...(models.length === 0 ? [] : pooling(facts)),
      evidence(facts),
      merging
    ],
    constants: isSimulationPanel(panel)
      ? { ...packetConstants, round_shrinkage_min: roundShrinkageMin }
      : packetConstants,
    // Respondents have no track records.
    specialists: isAudience ? [] : weights.map(({ mean_brier, resolved, specialist, weight }) => ({
      specialist,
      resolved,
      mean_brier: mean_brier === null ? null : rounded(mean_brier),
      weight: rounded(weight)
    })),
    models,
    reasoning_ids: distinct(reasonings.map(({ id }) => id)),
    quotes_checked: quotesKept + quotesDropped,
    quotes_dropped: quotesDropped,
    unsupported_claims: reasonings.reduce((sum, { unsupported }) => sum + unsupported.length, 0),
    answers_dropped: answersDropped
  }
}
