/** From this number of voices on, a share is shown with a decimal: below it, one voice is more than a point. */
const decimalVoicesMin = 100

/**
 * A share of so many voices, in percent, as people are shown it: a whole number below a hundred voices, and at most one
 * decimal from there on.
 *
 * @example shownPercent(33.33, 3) // 33
 * @example shownPercent(33.33, 300) // 33.3
 */
export const shownPercent = (percent: number, voices: number): number =>
  voices < decimalVoicesMin ? Math.round(percent) : Math.round(percent * 10) / 10
