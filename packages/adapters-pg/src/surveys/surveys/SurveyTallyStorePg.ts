import { panelFamilies, questionTally, SurveyTallyStore } from "@auspex/domain/surveys"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { precisionFacts, surveyFacts, type SurveyFactsRow, type TalliedRow, type TallyRow } from "./surveyTallySql.ts"

const sideCounts = ({ options }: TalliedRow, { count, sides, yes_count }: TallyRow): ReadonlyArray<number> =>
  options === null ? [count - yes_count, yes_count] : options.map((_, side) => sides?.[side] ?? 0)

const tallyOf = (row: TalliedRow) =>
  questionTally(
    row.id,
    row.tallies.map((tally) => ({
      model: tally.model,
      model_family: tally.model_family,
      band: tally.band,
      count: tally.count,
      yes_count: tally.yes_count,
      confidence_sum: tally.confidence_sum,
      side_counts: sideCounts(row, tally)
    })),
    row.similarity
  )

const layer: Layer.Layer<SurveyTallyStore, never, SqlClient> = Layer.effect(
  SurveyTallyStore,
  Effect.map(storeStatements("survey tallies"), ({ only }) =>
    SurveyTallyStore.of({
      facts: (id) =>
        Effect.map(
          only<SurveyFactsRow>("facts", surveyFacts, [isUuid(id) ? id : null]),
          ({ panel, questions }) => ({
            questions: questions.map(({ id, options, question, strongest_against, strongest_for }) => ({
              id,
              question,
              options,
              strongest_for,
              strongest_against
            })),
            tallies: {
              questions: questions.map(tallyOf),
              panel: { ...panel, families: panelFamilies(panel.families) }
            }
          })
        ),

      precisionFacts: (id) =>
        Effect.map(
          only<{ readonly questions: ReadonlyArray<TalliedRow> }>("precisionFacts", precisionFacts, [
            isUuid(id) ? id : null
          ]),
          ({ questions }) => ({
            questions: questions.map(({ id, options, question }) => ({ id, question, options })),
            tallies: { questions: questions.map(tallyOf) }
          })
        )
    }))
)

/**
 * Reads the stored tallies of the questions, and subtracts predictions placed after the survey. Counts predictions only
 * on multi questions, because stored tallies have no options.
 */
export const SurveyTallyStorePg = { layer }
