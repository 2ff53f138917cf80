import { pictureWidths } from "../contract/PictureQuery.ts"
import { type ChartTheme, styleSheet } from "./ChartTheme.ts"
import { element, escaped, textElement } from "./Svg.ts"
import { boldness, textWidth, wrapText } from "./TextFit.ts"

/** How a picture is made. */
export interface ChartOptions {
  /** In pixels, 320 to 1600; 800 when unset. What lies outside is taken as the nearest. */
  readonly width?: number
  /** `auto` when unset: it follows the reader's system. */
  readonly theme?: ChartTheme
}

/** Sizes that depend on the width: the narrower, the larger the type is against it. */
export interface ChartMeasures {
  readonly width: number
  /** Free space at the edges. */
  readonly margin: number
  readonly titleSize: number
  readonly labelSize: number
  readonly isNarrow: boolean
}

/** The measures of a picture as wide as the options say. */
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

/** A part of a picture that ends at `bottom`. */
export interface DrawnPart {
  readonly markup: string
  readonly bottom: number
}

/** The head of a picture: its title in up to three lines, and a quiet line under it. */
export const chartHead = (measures: ChartMeasures, title: string, underline: string): DrawnPart => {
  const { isNarrow, labelSize, margin, titleSize, width } = measures
  const lines = wrapText(title, titleSize * boldness, width - 2 * margin, isNarrow ? 3 : 2)
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

/** What a picture says to those who do not see it, and what is drawn. */
export interface ChartPicture {
  readonly title: string
  /** The data in words. */
  readonly description: string
  readonly height: number
  readonly markup: string
}

/**
 * The whole document. It draws its own ground, names no font or file from elsewhere, has no identifiers (so that several
 * can stand in one page) and no scripts.
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

/** A text that keeps clear of the left and right edge: moved inwards where it would be cut off. */
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
