import { earlyOrdinalMax } from "@auspex/domain/scoring"

/**
 * Whether the owner of a prediction was among the first on its question. Predictions placed before owners were counted
 * go by their own number.
 */
export const isEarly = (prediction: string): string =>
  `(coalesce(${prediction}.owner_position, ${prediction}.seq) <= ${earlyOrdinalMax})`
