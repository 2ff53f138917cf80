import { Schema } from "effect"
import { Prediction } from "../predictions/Prediction.ts"

/** A prediction that waits for guardians, with the question that it is on. */
export const QueuedPrediction = Schema.Struct({
  ...Prediction.fields,
  question: Schema.String,
  /** How many owners have validated it already. */
  validations: Schema.Int
}).annotations({ identifier: "QueuedPrediction" })
export interface QueuedPrediction extends Schema.Schema.Type<typeof QueuedPrediction> {}

/**
 * How many of the oldest waiting predictions are dealt out together. While fewer wait, every guardian sees the oldest
 * first; once as many wait, each guardian sees them in an order of its own, so that not everybody validates the same.
 */
export const queueWindowMax = 200

/** `total` of the queue counts so far and no further. */
export const queueTotalMax = 1_000

/** Where a prediction stands in the order of the queue: by validations, then age. */
export interface QueueSpot {
  readonly level: number
  readonly id: string
}

/** A waiting prediction and the guardian's lot for it: any whole number, always the same for the two. */
export interface WaitingPrediction extends QueueSpot {
  readonly lot: number
}

/**
 * Where a page of the queue begins: after `from`; and within a window that is dealt out, which ends with `to`, after
 * `dealt`.
 */
export interface QueuePosition {
  readonly from: QueueSpot | null
  readonly to: QueueSpot | null
  readonly dealt: WaitingPrediction | null
}

const byLot = (a: WaitingPrediction, b: WaitingPrediction): number =>
  a.level - b.level || a.lot - b.lot || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** A part of a page, in the order of the queue, and where the next part begins; null at the end. */
export interface QueuePart {
  readonly ids: ReadonlyArray<string>
  readonly next: QueuePosition | null
}

/**
 * Takes up to `limit` of the `waiting` predictions, `skip` passed over: those from `position` on in the
 * order of the queue, `queueWindowMax` of them at most. The part is sorted by age again.
 *
 * @example queuePart([{ level: 0, id: "a", lot: 7 }], { from: null, to: null, dealt: null }, 0, 20).ids // ["a"]
 */
export const queuePart = (
  waiting: ReadonlyArray<WaitingPrediction>,
  position: QueuePosition,
  skip: number,
  limit: number
): QueuePart => {
  const isDealt = position.to !== null || waiting.length >= queueWindowMax
  const { dealt } = position
  const ordered = isDealt
    ? [...waiting].sort(byLot).filter((row) => dealt === null || byLot(row, dealt) > 0)
    : waiting
  const taken = ordered.slice(skip, skip + limit)
  const last = taken.at(-1)
  const isRest = skip + taken.length < ordered.length
  const ids = new Set(taken.map(({ id }) => id))
  const spotOf = ({ id, level }: QueueSpot): QueueSpot => ({ level, id })
  const to = position.to ?? waiting.at(-1)
  const next = (): QueuePosition | null => {
    if (!isDealt) return isRest && last !== undefined ? { from: spotOf(last), to: null, dealt: null } : null
    if (to === undefined) return null
    return isRest && last !== undefined
      ? { from: position.from, to: spotOf(to), dealt: last }
      : { from: spotOf(to), to: null, dealt: null }
  }
  return { ids: waiting.filter(({ id }) => ids.has(id)).map(({ id }) => id), next: next() }
}
