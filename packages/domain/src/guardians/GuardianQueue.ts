import { Schema } from "effect"
import { Prediction } from "../predictions/Prediction.ts"

/** A prediction that waits for validation, with the text of its question. */
export const QueuedPrediction = Schema.Struct({
  ...Prediction.fields,
  question: Schema.String,
  /** The number of owners who have validated it. */
  validations: Schema.Int
}).annotations({ identifier: "QueuedPrediction" })
export interface QueuedPrediction extends Schema.Schema.Type<typeof QueuedPrediction> {}

/**
 * The number of oldest waiting predictions that are shuffled together. While fewer are waiting, every guardian sees the
 * oldest first; otherwise each guardian sees them in an order of its own, so that guardians do not all validate the
 * same ones.
 */
export const queueWindowMax = 200

/** The maximum `total` of the queue; counting stops there. */
export const queueTotalMax = 1_000

/** The sort key of a prediction in the queue: by number of validations, then age (`id` is time-ordered). */
export interface QueueSpot {
  readonly level: number
  readonly id: string
}

/**
 * A waiting prediction. `lot` is a pseudo-random whole number that depends on the prediction and the guardian only, and
 * shuffles the window.
 */
export interface WaitingPrediction extends QueueSpot {
  readonly lot: number
}

/** The start of a page of the queue: after `from`; within a shuffled window, which ends with `to`, after `dealt`. */
export interface QueuePosition {
  readonly from: QueueSpot | null
  readonly to: QueueSpot | null
  readonly dealt: WaitingPrediction | null
}

const byLot = (a: WaitingPrediction, b: WaitingPrediction): number =>
  a.level - b.level || a.lot - b.lot || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** A part of a page, in the order of the queue, and the position of the next part; null at the end. */
export interface QueuePart {
  readonly ids: ReadonlyArray<string>
  readonly next: QueuePosition | null
}

/**
 * Takes up to `limit` predictions after skipping `skip`. `waiting` are those from `position` on in the order of the
 * queue, at most `queueWindowMax`. The result is in the order of the queue again.
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
