/**
 * How owners are distributed over the sides of a question when an account is about to predict. Counting owners instead
 * of accounts keeps one owner with many accounts from counting more than once.
 */
export interface OwnerSides {
  /** The number of owners with a prediction on the question. */
  readonly count: number
  /**
   * The number of owners whose accounts all take the same side, by side: index 0 is no and 1 is yes, or the index of
   * the option. Empty when nobody has predicted.
   */
  readonly bySide: ReadonlyArray<number>
  /**
   * The side of the account's own owner, null when its accounts take several sides; undefined when it has no prediction
   * here.
   */
  readonly own: { readonly side: number | null } | undefined
}

/**
 * The index of the side that a prediction takes.
 *
 * @example sideOf({ prediction: true, option_index: null }) // 1
 */
export const sideOf = (placed: { readonly prediction: boolean; readonly option_index: number | null }): number =>
  placed.option_index ?? (placed.prediction ? 1 : 0)

/**
 * The position of the account's owner among the owners on the question; a new owner comes last.
 *
 * @example ownerPosition({ count: 3, bySide: [1, 2], own: undefined }) // 4
 * @example ownerPosition({ count: 3, bySide: [1, 2], own: { side: 1 } }) // 3
 */
export const ownerPosition = ({ count, own }: OwnerSides): number => own === undefined ? count + 1 : count

/**
 * The counts of the other owners by side.
 *
 * @example otherOwnersBySide({ count: 3, bySide: [1, 2], own: { side: 1 } }) // [1, 1]
 */
export const otherOwnersBySide = ({ bySide, own }: OwnerSides): ReadonlyArray<number> =>
  bySide.map((count, side) => own?.side === side ? count - 1 : count)
