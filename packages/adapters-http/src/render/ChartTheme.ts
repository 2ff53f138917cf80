/** Light, dark, or whichever of the two the reader's system prefers. */
export type ChartTheme = "auto" | "light" | "dark"

/**
 * The colours of one theme. Texts (`ink`, `quiet`, `accent`) reach a contrast of 4.5 : 1 on the ground, lines and marks 3 : 1
 * (WCAG 2.2, 1.4.3 and 1.4.11); a test computes both.
 */
export interface ChartColours {
  readonly ground: string
  /** Titles and values. */
  readonly ink: string
  /** Labels of axes, explanations. */
  readonly quiet: string
  /** Lines that only help to read; meant to be fainter than any mark. */
  readonly grid: string
  /** The line that others are measured by. */
  readonly rule: string
  /** The one thing that the picture is about. */
  readonly accent: string
  /** What stands behind it. */
  readonly band: string
  /** Lines side by side, told apart with every usual kind of colour vision; from the sixth on they are dashed. */
  readonly series: readonly [string, string, string, string, string]
}

/**
 * The series are from the palette of Okabe & Ito (2008, "Color Universal Design"), the five of its eight colours that stand
 * out on the ground of each theme.
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

/** How many lines have a colour of their own before dashes begin. */
export const seriesCount = 5

const names = ["ground", "ink", "quiet", "grid", "rule", "accent", "band"] as const

const entries = (colours: ChartColours): ReadonlyArray<readonly [string, string]> => [
  ...names.map((name) => [name, colours[name]] as const),
  ...colours.series.map((colour, index) => [`s${index}`, colour] as const)
]

/**
 * The style sheet of a picture, bound to the class `root` so that several pictures in one page do not colour each other.
 * `f-<name>` fills with a colour and `l-<name>` draws a line in it. With the theme `auto` the colours are custom
 * properties (`--auspex-ink`, ...), which a page may set itself; the fixed themes hold plain colours, which older
 * programs understand too.
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
