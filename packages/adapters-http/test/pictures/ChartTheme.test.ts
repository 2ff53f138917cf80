import { describe, expect, it } from "vitest"
import { type ChartColours, chartColours } from "../../src/kit/ChartTheme.ts"

/** The relative luminance and the contrast of WCAG 2.2. */
const luminance = (colour: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
const contrast = (one: string, other: string): number => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

describe.each(Object.entries(chartColours))("the colours of the %s theme", (_, colours: ChartColours) => {
  it("have sufficient contrast", () => {
    for (const text of [colours.ink, colours.quiet, colours.accent]) {
      expect(contrast(text, colours.ground), text).toBeGreaterThanOrEqual(4.5)
    }
    for (const mark of [...colours.series, colours.rule, colours.band]) {
      expect(contrast(mark, colours.ground), mark).toBeGreaterThanOrEqual(3)
    }
    expect(new Set(colours.series).size).toBe(5)
  })
})
