/**
 * The minimum number of other owners, and the minimum percentage of them on one other side, for a contrarian
 * prediction.
 */
const contrarianOthersMin = 5
const contrarianPercentMin = 70

/**
 * Whether a prediction goes against the crowd: at least 5 other owners take a single side, and at least 70 % of these
 * take the same other side. `chosen` and `others` count owners before this prediction; on a binary question `others` is
 * the one other side, on a multi question each other option.
 *
 * @example isContrarian({ chosen: 3, others: [7] }) // true
 * @example isContrarian({ chosen: 0, others: [3, 3] }) // false
 */
export const isContrarian = (counts: { readonly chosen: number; readonly others: ReadonlyArray<number> }): boolean => {
  const total = counts.others.reduce((sum, count) => sum + count, counts.chosen)
  return total >= contrarianOthersMin && counts.others.some((count) => count * 100 >= total * contrarianPercentMin)
}

/**
 * `isContrarian` for the counts of the other owners by side (see `OwnerSides`) and the chosen side.
 *
 * @example placedContrarian([0, 5], 0) // true
 */
export const placedContrarian = (owners: ReadonlyArray<number>, side: number): boolean =>
  isContrarian({ chosen: owners[side] ?? 0, others: owners.filter((_, at) => at !== side) })
