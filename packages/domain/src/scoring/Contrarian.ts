/** How many other predictions there must be, and the share in percent that one other side must hold. */
export const contrarianOthersMin = 5
export const contrarianPercentMin = 70

/**
 * Does someone who takes a side now go against the crowd: do 5 or more predictions exist, and does one other side hold
 * 70 % of them or more? `chosen` and `others` count the predictions before this one; on a binary question `others` is
 * the one other side, on a multi question each other option.
 *
 * @example isContrarian({ chosen: 3, others: [7] }) // true
 * @example isContrarian({ chosen: 0, others: [3, 3] }) // false
 */
export const isContrarian = (counts: { readonly chosen: number; readonly others: ReadonlyArray<number> }): boolean => {
  const total = counts.others.reduce((sum, count) => sum + count, counts.chosen)
  return total >= contrarianOthersMin && counts.others.some((count) => count * 100 >= total * contrarianPercentMin)
}

/** The counts of a question before a prediction, and the side that it takes. */
export interface ContrarianFacts {
  readonly prediction: boolean
  readonly yes_count: number
  readonly no_count: number
  /** For multi questions: the index of the chosen option, and the counts in the order of the options. */
  readonly option_index?: number | null | undefined
  readonly option_counts?: ReadonlyArray<number> | null | undefined
}

/**
 * `isContrarian` for a question's counters: by options when there are any, else by yes and no.
 *
 * @example placedContrarian({ prediction: false, yes_count: 5, no_count: 0 }) // true
 */
export const placedContrarian = (facts: ContrarianFacts): boolean => {
  if (facts.option_counts != null && facts.option_index != null) {
    const index = facts.option_index
    return isContrarian({
      chosen: facts.option_counts[index] ?? 0,
      others: facts.option_counts.filter((_, at) => at !== index)
    })
  }
  return isContrarian(
    facts.prediction
      ? { chosen: facts.yes_count, others: [facts.no_count] }
      : { chosen: facts.no_count, others: [facts.yes_count] }
  )
}
