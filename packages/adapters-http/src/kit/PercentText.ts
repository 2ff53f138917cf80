import { shownPercent } from "@auspex/domain/consensus"

/**
 * A share of so many voices with its unit, on one line: whole below a hundred voices (`shownPercent`). Labels of axes have no
 * voices.
 *
 * @example percentText(63) // "63\u00a0%"
 * @example percentText(33.33, 3) // "33\u00a0%"
 * @example percentText(33.33, 300) // "33.3\u00a0%"
 */
export const percentText = (percent: number, voices = 0): string => `${shownPercent(percent, voices)}\u00a0%`
