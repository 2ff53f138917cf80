import { distinct, inOrder } from "./inOrder.ts"
import { packetConstants } from "./packetConstants.ts"
import { noRecord, type TrackRecord } from "./TrackRecord.ts"

/** What a specialist's weight is made of. */
export interface SpecialistWeight {
  readonly specialist: string
  readonly resolved: number
  /** The mean Brier score of the record; null without resolved questions. */
  readonly mean_brier: number | null
  /** The mean after shrinking; null while no specialist of the panel has a record. */
  readonly shrunken_brier: number | null
  /** The weights of a panel have the sum 1. */
  readonly weight: number
}

/**
 * The weights of a panel's specialists, ordered by specialist. Each weight is inversely proportional to the mean Brier score
 * of the track record, as forecasts are combined by their mean squared errors (Bates & Granger 1969), without correlations.
 * Means are shrunken first, (sum + 20 × panel's mean) / (resolved + 20), which is empirical Bayes with a prior of a fixed
 * size (Efron & Morris 1975): a lucky start moves little, and who has no record has the weight of the panel's mean. Without
 * any record all weights are equal. Several records of one specialist are added.
 *
 * @example specialistWeights(["a", "b"], [])[0]?.weight // 0.5
 */
export const specialistWeights = (
  specialists: ReadonlyArray<string>,
  records: ReadonlyArray<TrackRecord>
): ReadonlyArray<SpecialistWeight> => {
  const panel = distinct(specialists).map((specialist) => addedUp(specialist, records))
  const resolved = panel.reduce((sum, record) => sum + record.resolved, 0)
  const prior = resolved === 0 ? null : panel.reduce((sum, record) => sum + record.brier_sum, 0) / resolved
  const shrunken = panel.map((record) => prior === null ? null : shrunkenBrier(record, prior))
  const precisions = shrunken.map((brier) => brier === null ? 1 : 1 / brier)
  const all = precisions.reduce((sum, precision) => sum + precision, 0)
  return panel.map((record, at) => ({
    specialist: record.specialist,
    resolved: record.resolved,
    mean_brier: record.resolved === 0 ? null : record.brier_sum / record.resolved,
    shrunken_brier: shrunken[at]!,
    weight: precisions[at]! / all
  }))
}

const shrunkenBrier = ({ brier_sum, resolved }: TrackRecord, prior: number): number => {
  const { record_brier_min, record_prior_size } = packetConstants
  return Math.max(record_brier_min, (brier_sum + record_prior_size * prior) / (resolved + record_prior_size))
}

const addedUp = (specialist: string, records: ReadonlyArray<TrackRecord>): TrackRecord =>
  // In an order of its own, because the same numbers added in another order differ in the last digit.
  inOrder(records.filter((record) => record.specialist === specialist), (record) => [record.resolved, record.brier_sum])
    .reduce((sum, record) => ({
      specialist,
      resolved: sum.resolved + record.resolved,
      brier_sum: sum.brier_sum + record.brier_sum,
      log_sum: sum.log_sum + record.log_sum
    }), noRecord(specialist))
