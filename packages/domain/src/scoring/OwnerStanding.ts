/** How the owners stand on a question when an account of one of them is about to predict. */
export interface OwnerStanding {
  /** Owners with a prediction on the question. */
  readonly count: number
  /**
   * Owners who stand on one side only, by the number of the side: 0 no and 1 yes, or the index of the option. Empty while
   * nobody has predicted.
   */
  readonly voices: ReadonlyArray<number>
  /** Where the account's own owner stands, null for on several sides; undefined when it has no prediction here. */
  readonly own: { readonly side: number | null } | undefined
}

/**
 * The number of the side that a prediction takes.
 *
 * @example sideOf({ prediction: true, option_index: null }) // 1
 */
export const sideOf = (placed: { readonly prediction: boolean; readonly option_index: number | null }): number =>
  placed.option_index ?? (placed.prediction ? 1 : 0)

/**
 * The place that an owner takes among the owners on a question: one more than the other owners who came before.
 *
 * @example ownerPosition({ count: 3, voices: [1, 2], own: undefined }) // 4
 * @example ownerPosition({ count: 3, voices: [1, 2], own: { side: 1 } }) // 3
 */
export const ownerPosition = ({ count, own }: OwnerStanding): number => own === undefined ? count + 1 : count

/**
 * The voices of the other owners, by side.
 *
 * @example otherVoices({ count: 3, voices: [1, 2], own: { side: 1 } }) // [1, 1]
 */
export const otherVoices = ({ own, voices }: OwnerStanding): ReadonlyArray<number> =>
  voices.map((count, side) => own?.side === side ? count - 1 : count)
