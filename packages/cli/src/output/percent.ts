/**
 * A fraction as a percentage with one decimal.
 *
 * @example percent(0.6423) // "64.2 %"
 */
export const percent = (fraction: number): string => `${(fraction * 100).toFixed(1)} %`
