import { shownPercent } from "@auspex/domain/consensus"

/**
 * A fraction of so many voices as a percentage, with one decimal from a hundred voices on (`shownPercent`).
 *
 * @example percent(0.6423, 14) // "64 %"
 * @example percent(0.6423, 1400) // "64.2 %"
 */
export const percent = (fraction: number, voices: number): string => `${shownPercent(fraction * 100, voices)} %`
