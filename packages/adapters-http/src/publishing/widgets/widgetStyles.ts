import { type ChartColours, chartColours, type ChartTheme } from "../../kit/ChartTheme.ts"

const properties = ({ accent, grid, ground, ink, quiet }: ChartColours): string =>
  `:root{--ground:${ground};--ink:${ink};--quiet:${quiet};--grid:${grid};--accent:${accent}}`

const colours: Readonly<Record<ChartTheme, string>> = {
  auto: `:root{color-scheme:light dark}${properties(chartColours.light)}`
    + `@media(prefers-color-scheme:dark){${properties(chartColours.dark)}}`,
  light: `:root{color-scheme:light}${properties(chartColours.light)}`,
  dark: `:root{color-scheme:dark}${properties(chartColours.dark)}`
}

/** Nothing moves, so there is nothing to stop for readers who prefer reduced motion. */
const layout = [
  "*{box-sizing:border-box}",
  "body{margin:0;padding:1rem;background:var(--ground);color:var(--ink);overflow-wrap:anywhere;"
  + "font:1rem/1.4 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Liberation Sans\",sans-serif}",
  "main{max-width:48rem;margin:0 auto}",
  "h1{margin:0;font-size:1.125rem;line-height:1.3}",
  "h2{margin:1rem 0 .25rem;font-size:.8125rem;font-weight:600;color:var(--quiet)}",
  "p,ul{margin:0}",
  ".state{margin-top:.375rem;font-size:.875rem}",
  ".waiting,.closed,.state time,.crowd,.range,footer{color:var(--quiet)}",
  "time{white-space:nowrap}",
  // The height with predictions, so that the first one moves nothing below.
  ".yes{min-height:10.25rem}",
  ".share{font-variant-numeric:tabular-nums}",
  ".share strong{font-size:1.75rem;line-height:1.2}",
  "svg{display:block}",
  ".bar{flex:1;min-width:0;width:100%;height:15px;margin:.25rem 0}",
  ".all{fill:var(--grid)}.part{fill:var(--accent)}.span{fill:var(--quiet)}",
  ".line{width:100%;height:3rem;margin-top:.5rem;overflow:visible}",
  ".line path{fill:none;stroke:var(--accent);stroke-width:2px;stroke-linejoin:round;vector-effect:non-scaling-stroke}",
  "ul{padding:0;list-style:none}",
  "li{margin-top:.5rem}",
  ".row{display:flex;gap:1rem;justify-content:space-between;align-items:center}",
  ".row .share{flex:none;font-weight:600;text-align:right}",
  ".row .line{flex:none;width:6rem;height:1.25rem;margin:0}",
  ".range{font-weight:400}",
  ".correct{color:var(--accent);font-weight:600}",
  ".crowd,.range,footer{font-size:.8125rem}",
  "footer{max-width:48rem;margin:1rem auto 0}",
  "a{color:var(--accent)}",
  "a:focus-visible{outline:2px solid;outline-offset:2px}"
].join("\n")

/** The style sheet of a theme, the same for every question so that a policy can allow it by its hash. */
export const widgetStyles = (theme: ChartTheme): string => `${colours[theme]}\n${layout}`
