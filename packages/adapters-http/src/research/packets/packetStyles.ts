import { type ChartColours, chartColours, type ChartTheme } from "../../kit/ChartTheme.ts"

const properties = ({ accent, band, grid, ground, ink, quiet, series }: ChartColours): string =>
  `{--ground:${ground};--ink:${ink};--quiet:${quiet};--grid:${grid};--accent:${accent};--band:${band};--crowd:${
    series[1]
  }}`

const colours: Readonly<Record<ChartTheme, string>> = {
  auto: `:root{color-scheme:light dark}:root${properties(chartColours.light)}`
    + `@media screen and (prefers-color-scheme:dark){:root${properties(chartColours.dark)}}`,
  light: `:root{color-scheme:light}:root${properties(chartColours.light)}`,
  dark: `:root{color-scheme:dark}:root${properties(chartColours.dark)}`
}

const layout = [
  "*{box-sizing:border-box}",
  "body{margin:0;padding:1.5rem 1rem;background:var(--ground);color:var(--ink);overflow-wrap:anywhere;"
  + "font:1rem/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Liberation Sans\",sans-serif}",
  "main{max-width:46rem;margin:0 auto}",
  "h1{margin:0;font-size:1.75rem;line-height:1.2}",
  "h2{margin:2.5rem 0 .75rem;padding-bottom:.25rem;border-bottom:1px solid var(--grid);font-size:1.25rem}",
  "h3{margin:1.5rem 0 .5rem;font-size:1rem;line-height:1.35}",
  "h4{margin:1rem 0 .25rem;font-size:.875rem}",
  "p,ul,ol{margin:.5rem 0}",
  "ul,ol{padding-left:1.25rem}",
  ".facts,.plain{padding:0;list-style:none}",
  ".facts,.meta,.legend,small,caption{color:var(--quiet);font-size:.875rem}",
  ".headline{margin:1rem 0;padding-left:.875rem;border-left:4px solid var(--accent);font-size:1.125rem;font-weight:600}",
  ".options{padding:0;list-style:none}",
  ".row{display:flex;gap:1rem;justify-content:space-between;align-items:baseline}",
  ".row span:last-child{flex:none;text-align:right}",
  ".number{font-variant-numeric:tabular-nums}",
  ".bar{display:block;width:calc(100% - 12px);height:24px;margin:0 6px;overflow:visible}",
  ".track{fill:var(--grid)}.span{fill:var(--accent);fill-opacity:.35}.panel{fill:var(--accent)}",
  ".one{fill:var(--quiet)}.crowd{fill:var(--crowd)}",
  ".legend svg{width:18px;height:14px;margin-right:.25rem;vertical-align:-2px}",
  ".legend span{margin-right:1rem;white-space:nowrap}",
  "blockquote{margin:.375rem 0;padding-left:.75rem;border-left:2px solid var(--band)}",
  "ol.claims>li{margin-bottom:1rem}",
  ".wide{overflow-x:auto}",
  "table{width:100%;border-collapse:collapse;font-size:.875rem}",
  "caption{padding-bottom:.25rem;text-align:left}",
  "th,td{padding:.25rem .5rem .25rem 0;border-bottom:1px solid var(--grid);text-align:left;vertical-align:top;"
  + "overflow-wrap:break-word}",
  "th.number,td.number{text-align:right;white-space:nowrap}",
  "a{color:var(--accent)}",
  "a:focus-visible{outline:2px solid;outline-offset:2px}",
  ".method{font-size:.875rem}"
]

/** On paper: dark on white, bars in colour, no page break inside of what belongs together, page numbers. */
const print = [
  "@page{margin:18mm 16mm;@bottom-right{content:counter(page) \" / \" counter(pages);font:9pt sans-serif;color:#59636e}}",
  `@media print{:root{color-scheme:light}:root${properties(chartColours.light)}`,
  "body{padding:0;font-size:10.5pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}",
  "main{max-width:none}",
  "h1,h2,h3,h4{break-after:avoid}",
  ".headline,.options>li,ol.claims>li,blockquote,.wide,tr,.legend{break-inside:avoid}",
  "p,li,blockquote{orphans:3;widows:3}",
  ".paged{break-before:page}",
  ".wide{overflow:visible}",
  "a{color:inherit;text-decoration:none}}"
]

/**
 * The style sheet of a packet's page in a theme, the same for every packet so that a policy can allow it by its hash. On paper
 * every theme is light.
 */
export const packetStyles = (theme: ChartTheme): string => [colours[theme], ...layout, ...print].join("\n")
