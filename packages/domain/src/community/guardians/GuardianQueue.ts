import { Schema } from "effect"
import { Prediction } from "../../forecasting/predictions/Prediction.ts"

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
export interface QueueKey {
  readonly level: number
  readonly id: string
}

/**
 * A waiting prediction. `shuffle_key` is a pseudo-random whole number that depends on the prediction and the guardian only, and
 * shuffles the window.
 */
export interface WaitingPrediction extends QueueKey {
  readonly shuffle_key: number
}

/** The start of a page of the queue: after `from`; within a shuffled window, which ends with `to`, after `after`. */
export interface QueuePosition {
  readonly from: QueueKey | null
  readonly to: QueueKey | null
  readonly after: WaitingPrediction | null
}

const inShuffledOrder = (a: WaitingPrediction, b: WaitingPrediction): number =>
  a.level - b.level || a.shuffle_key - b.shuffle_key || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** A part of a page, in the order of the queue, and the position of the next part; null at the end. */
export interface QueuePart {
  readonly ids: ReadonlyArray<string>
  readonly next: QueuePosition | null
}

/**
 * Takes up to `limit` predictions after skipping `skip`. `waiting` are those from `position` on in the order of the
 * queue, at most `queueWindowMax`. The result is in the order of the queue again.
 *
 * @example queuePart([{ level: 0, id: "a", shuffle_key: 7 }], { from: null, to: null, after: null }, 0, 20).ids // ["a"]
 */
export const queuePart = (
  waiting: ReadonlyArray<WaitingPrediction>,
  position: QueuePosition,
  skip: number,
  limit: number
): QueuePart => {
  const isShuffled = position.to !== null || waiting.length >= queueWindowMax
  const { after } = position
  const ordered = isShuffled
    ? [...waiting].sort(inShuffledOrder).filter((row) => after === null || inShuffledOrder(row, after) > 0)
    : waiting
  const taken = ordered.slice(skip, skip + limit)
  const last = taken.at(-1)
  const isRest = skip + taken.length < ordered.length
  const ids = new Set(taken.map(({ id }) => id))
  const keyOf = ({ id, level }: QueueKey): QueueKey => ({ level, id })
  const to = position.to ?? waiting.at(-1)
  const next = (): QueuePosition | null => {
    if (!isShuffled) return isRest && last !== undefined ? { from: keyOf(last), to: null, after: null } : null
    if (to === undefined) return null
    return isRest && last !== undefined
      ? { from: position.from, to: keyOf(to), after: last }
      : { from: keyOf(to), to: null, after: null }
  }
  return { ids: waiting.filter(({ id }) => ids.has(id)).map(({ id }) => id), next: next() }
}
