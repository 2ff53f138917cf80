import { pictureWidths } from "../wire/PictureQuery.ts"
import { type ChartTheme, styleSheet } from "./ChartTheme.ts"
import { element, escaped, textElement } from "./Svg.ts"
import { boldWidthFactor, textWidth, wrapText } from "./TextFit.ts"

/** Options of a picture. */
export interface ChartOptions {
  /** In pixels, clamped to 320 to 1600. Default: 800. */
  readonly width?: number
  /** Default: `auto`, which follows the reader's system. */
  readonly theme?: ChartTheme
}

/** Sizes derived from the width: narrow pictures have relatively larger type. */
export interface ChartMeasures {
  readonly width: number
  /** Free space at the edges. */
  readonly margin: number
  readonly titleSize: number
  readonly labelSize: number
  readonly isNarrow: boolean
}

/** The measures of a picture with these options. */
export const measuresOf = ({ width = pictureWidths.standard }: ChartOptions): ChartMeasures => {
  const kept = Number.isFinite(width)
    ? Math.round(Math.min(pictureWidths.max, Math.max(pictureWidths.min, width)))
    : pictureWidths.standard
  const isNarrow = kept < 520
  return {
    width: kept,
    margin: isNarrow ? 14 : 24,
    titleSize: isNarrow ? 15 : kept < 900 ? 17 : 19,
    labelSize: isNarrow ? 11 : kept < 900 ? 12 : 13,
    isNarrow
  }
}

/** The markup of a part of a picture, whose lower edge is `bottom`. */
export interface DrawnPart {
  readonly markup: string
  readonly bottom: number
}

/** The head of a picture: its title in up to three lines, and a muted line below it. */
export const chartHead = (measures: ChartMeasures, title: string, underline: string): DrawnPart => {
  const { isNarrow, labelSize, margin, titleSize, width } = measures
  const lines = wrapText(title, titleSize * boldWidthFactor, width - 2 * margin, isNarrow ? 3 : 2)
  const under = wrapText(underline, labelSize, width - 2 * margin, 2)
  let y = margin + titleSize * 0.3
  const titles = lines.map((line) => {
    y += titleSize * 1.0
    const placed = textElement(line, { class: "f-ink", x: margin, y, "font-size": titleSize, "font-weight": 600 })
    y += titleSize * 0.28
    return placed
  })
  const unders = under.map((line) => {
    y += labelSize * 1.45
    return textElement(line, { class: "f-quiet n", x: margin, y, "font-size": labelSize })
  })
  return { markup: [...titles, ...unders].join(""), bottom: y + labelSize * 0.4 }
}

/** The text alternative and the markup of a picture. */
export interface ChartPicture {
  readonly title: string
  /** The data in words. */
  readonly description: string
  readonly height: number
  readonly markup: string
}

/**
 * The complete SVG document. It draws its own background, refers to no external font or file, and has no scripts and no
 * ids, so that one page can contain several.
 */
export const chartDocument = (
  { width }: ChartMeasures,
  { theme = "auto" }: ChartOptions,
  { description, height, markup, title }: ChartPicture
): string => {
  const root = `auspex-${theme}`
  const rounded = Math.ceil(height)
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: root,
      width,
      height: rounded,
      viewBox: `0 0 ${width} ${rounded}`,
      role: "img"
    },
    element("title", {}, escaped(title)),
    element("desc", {}, escaped(description)),
    element("style", {}, styleSheet(root, theme)),
    element("rect", { class: "f-ground", width, height: rounded, rx: 6 }),
    markup
  )
}

/** The centre of a text, moved inwards where the left or right edge would cut the text off. */
export const clearOfEdges = (
  text: string,
  size: number,
  centre: number,
  low: number,
  high: number
): number => {
  const half = textWidth(text, size) / 2
  return Math.max(low + half, Math.min(high - half, centre))
}
