/** How many other owners with a voice there must be, and the share in percent that one other side must hold of them. */
export const contrarianOthersMin = 5
export const contrarianPercentMin = 70

/**
 * Does someone who takes a side now go against the crowd: do 5 or more other owners have a voice, and does one other side
 * hold 70 % of the voices or more? `chosen` and `others` count the voices before this one; on a binary question `others` is
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
 * `isContrarian` for the voices of the other owners by side (see `OwnerStanding`) and the side that is taken.
 *
 * @example placedContrarian([0, 5], 0) // true
 */
export const placedContrarian = (voices: ReadonlyArray<number>, side: number): boolean =>
  isContrarian({ chosen: voices[side] ?? 0, others: voices.filter((_, at) => at !== side) })
