/** Light, dark, or the one that the reader's system prefers. */
export type ChartTheme = "auto" | "light" | "dark"

/**
 * The colours of one theme. Texts (`ink`, `quiet`, `accent`) reach a contrast of 4.5 : 1 on the ground, lines and marks
 * 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11); a test computes both.
 */
export interface ChartColours {
  readonly ground: string
  /** Titles and values. */
  readonly ink: string
  /** Labels of axes, explanations. */
  readonly quiet: string
  /** Grid lines, fainter than any mark. */
  readonly grid: string
  /** Axes and reference lines. */
  readonly rule: string
  /** The main data. */
  readonly accent: string
  /** Secondary data behind the main data. */
  readonly band: string
  /** Several lines, distinguishable with all common kinds of colour vision; from the sixth on they are dashed. */
  readonly series: readonly [string, string, string, string, string]
}

/**
 * The series are from the palette of Okabe & Ito (2008, "Color Universal Design"): the five of its eight colours with
 * the best contrast to the ground of each theme.
 */
export const chartColours: Readonly<Record<"light" | "dark", ChartColours>> = {
  light: {
    ground: "#ffffff",
    ink: "#1f2328",
    quiet: "#59636e",
    grid: "#e1e5ea",
    rule: "#868f99",
    accent: "#0072b2",
    band: "#8c959f",
    series: ["#0072b2", "#d55e00", "#009e73", "#000000", "#cc79a7"]
  },
  dark: {
    ground: "#12161c",
    ink: "#e6edf3",
    quiet: "#9aa4af",
    grid: "#272e37",
    rule: "#717b87",
    accent: "#56b4e9",
    band: "#6e7883",
    series: ["#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7"]
  }
}

/** The number of series colours; further lines repeat them with dashes. */
export const seriesCount = 5

const names = ["ground", "ink", "quiet", "grid", "rule", "accent", "band"] as const

const entries = (colours: ChartColours): ReadonlyArray<readonly [string, string]> => [
  ...names.map((name) => [name, colours[name]] as const),
  ...colours.series.map((colour, index) => [`s${index}`, colour] as const)
]

/**
 * The style sheet of a picture, scoped to the class `root` so that several pictures in one page do not affect each
 * other. `f-<name>` fills with a colour and `l-<name>` strokes with it. With the theme `auto` the colours are custom
 * properties (`--auspex-ink`, ...), which a page may set; the fixed themes have literal colours, which older programs
 * support too.
 */
export const styleSheet = (root: string, theme: ChartTheme): string => {
  const properties = (colours: ChartColours): string =>
    `.${root}{${entries(colours).map(([name, value]) => `--auspex-${name}:${value}`).join(";")}}`
  const fixed = chartColours[theme === "dark" ? "dark" : "light"]
  const paint = (name: string, value: string): string => theme === "auto" ? `var(--auspex-${name})` : value
  const rules = entries(fixed).map(([name, value]) =>
    `.${root} .f-${name}{fill:${paint(name, value)}}.${root} .l-${name}{stroke:${paint(name, value)}}`
  ).join("")
  const accent = paint("accent", fixed.accent)
  const band = paint("band", fixed.band)
  const ground = paint("ground", fixed.ground)
  return [
    theme === "auto"
      ? `${properties(chartColours.light)}@media(prefers-color-scheme:dark){${properties(chartColours.dark)}}`
      : "",
    rules,
    `.${root} path,.${root} line,.${root} polyline{fill:none;stroke-linejoin:round}`,
    `.${root} text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}`,
    `.${root} .n{font-variant-numeric:tabular-nums}`,
    `.${root} .a{fill:${accent};fill-opacity:.13}.${root} .b{fill:${band};fill-opacity:.4}`,
    `.${root} .w{stroke-opacity:.7;stroke-width:1}.${root} .d{stroke-dasharray:6 3}`,
    `.${root} .h{paint-order:stroke;stroke:${ground};stroke-width:3px;stroke-linejoin:round}`
  ].join("")
}
