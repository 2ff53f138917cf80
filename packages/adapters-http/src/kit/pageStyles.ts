import { type ChartColours, chartColours } from "./ChartTheme.ts"

/** The colours of a theme that charts do not have; texts reach 4.5 : 1 on their ground. */
interface PageColours {
  readonly raised: string
  readonly onAccent: string
  readonly good: string
  readonly bad: string
}

const pageColours: Readonly<Record<"light" | "dark", PageColours>> = {
  light: { raised: "#f6f8fa", onAccent: "#ffffff", good: "#1a6e37", bad: "#b3261e" },
  dark: { raised: "#1a2029", onAccent: "#0b1016", good: "#6cc98a", bad: "#ff9a92" }
}

const properties = (
  { accent, grid, ground, ink, quiet, rule }: ChartColours,
  { bad, good, onAccent, raised }: PageColours
): string =>
  `:root{--ground:${ground};--raised:${raised};--ink:${ink};--quiet:${quiet};--line:${grid};--rule:${rule};`
  + `--accent:${accent};--on-accent:${onAccent};--good:${good};--bad:${bad}}`

/** The style sheet of all pages. */
export const pageStyles = `:root{color-scheme:light dark}
${properties(chartColours.light, pageColours.light)}
@media(prefers-color-scheme:dark){${properties(chartColours.dark, pageColours.dark)}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;padding:0 1rem 4rem;background:var(--ground);color:var(--ink);overflow-wrap:anywhere;
font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}
header.top,main{max-width:50rem;margin:0 auto}
header.top{display:flex;gap:.5rem 1rem;justify-content:space-between;align-items:center;padding:.75rem 0;border-bottom:1px solid var(--line)}
main{padding-top:1.5rem}
body.small{display:grid;min-height:100vh;place-items:center;padding:1rem}
body.small main{width:min(24rem,100%);padding:1rem 0}
.brand{margin:0;letter-spacing:.08em;text-transform:uppercase;font-size:.8125rem;font-weight:600;color:var(--quiet);text-decoration:none}
.reader{display:flex;gap:.25rem .75rem;align-items:center;justify-content:end;flex-wrap:wrap;font-size:.875rem}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:.5rem;padding:.25rem .5rem;background:var(--ground)}
h1{margin:.25rem 0 .5rem;font-size:1.625rem;line-height:1.25}
h2{margin:2.5rem 0 .75rem;font-size:1.1875rem;line-height:1.3}
h3{margin:0;font-size:1rem;line-height:1.4}
p{margin:.5rem 0}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.15em}
.rows h2 a,.rows h3 a{text-decoration:none}
.rows h2 a:hover,.rows h3 a:hover{text-decoration:underline}
.rows h2{margin:0}
.quiet,.hint,.meta{color:var(--quiet)}
.meta,.hint,.crumbs{font-size:.875rem}
time{white-space:nowrap}
code,.secret{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
.crumbs ol{display:flex;flex-wrap:wrap;gap:0 .5rem;margin:0;padding:0;list-style:none}
.crumbs li:not(:last-child)::after{content:"/";margin-left:.5rem;color:var(--quiet)}
.tabs{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin-top:1rem;border-bottom:1px solid var(--line)}
.tabs a{padding:.5rem 0;margin-bottom:-1px;color:var(--quiet);text-decoration:none;border-bottom:2px solid transparent}
.tabs a:hover{color:var(--ink)}
.tabs a[aria-current]{color:var(--ink);font-weight:600;border-color:var(--accent)}
.rows{margin:0;padding:0;list-style:none;border-top:1px solid var(--line)}
.rows>li{padding:.875rem 0;border-bottom:1px solid var(--line)}
.rows p{margin:.125rem 0}
.split{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:start}
.split>:first-child{flex:1 1 16rem;min-width:0}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.state{display:inline-block;padding:0 .5rem;border:1px solid var(--rule);border-radius:1rem;font-size:.8125rem;font-weight:400;color:var(--quiet);white-space:nowrap}
.state.good{color:var(--good);border-color:currentColor}
.state.bad{color:var(--bad);border-color:currentColor}
.empty{padding:1.25rem 0;color:var(--quiet)}
.brief{white-space:pre-line}
.notice,.refusal{margin:1rem 0;padding:.625rem .875rem;border-left:3px solid var(--good);background:var(--raised);border-radius:0 .25rem .25rem 0}
.refusal{border-color:var(--bad)}
.notice p,.refusal p{margin:.125rem 0}
.secret{display:block;padding:.625rem .75rem;background:var(--raised);border:1px solid var(--line);border-radius:.25rem;user-select:all;word-break:break-all}
.links{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center}
.links a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
details{border:1px solid var(--line);border-radius:.375rem;margin:.5rem 0}
summary{margin-left:2rem;padding:.5625rem .875rem .5625rem 0;list-style-position:outside;cursor:pointer;font-weight:600}
summary:hover{color:var(--accent)}
summary::marker{color:var(--quiet);font-size:.75em}
.about{display:block;font-size:.875rem;font-weight:400;color:var(--quiet)}
details>:not(summary){margin:.375rem .875rem 1rem}
.rows details{border:0;margin:.25rem 0 0}
.rows summary{margin-left:1.125rem;padding:0;font-size:.875rem;font-weight:400;color:var(--quiet)}
.rows details>:not(summary){margin:.25rem 0}
h1+.rows{margin-top:1.25rem}
.rows+details,.bar+.rows,.notice+.rows,.actions+details{margin-top:1rem}
.before{margin-top:1.5rem}
ul.plain{margin:.25rem 0;padding:0;list-style:none}
pre{margin:.5rem 0;padding:.5rem .75rem;background:var(--raised);white-space:pre-wrap;font-size:.8125rem}
progress{display:block;width:100%;height:.5rem;margin:.5rem 0;appearance:none;border:0;border-radius:.25rem;background:var(--line);overflow:hidden}
progress::-webkit-progress-bar{background:var(--line)}
progress::-webkit-progress-value{background:var(--accent)}
progress::-moz-progress-bar{background:var(--accent)}
.shares{margin:.75rem 0;padding:0;list-style:none;display:grid;gap:.875rem}
.shares li{display:grid;grid-template-columns:minmax(0,1fr);gap:.125rem 1rem;align-items:center}
.shares.short li{grid-template-columns:2.5rem 1fr}
.shares .share{grid-column:1/-1}
.numbers{display:grid;grid-template-columns:3rem 5.5rem 4rem;column-gap:.5rem;align-items:baseline;font-variant-numeric:tabular-nums;white-space:nowrap}
.short .numbers{justify-self:end;text-align:right}
.share{display:block;width:100%;height:.75rem;overflow:visible;background:var(--raised)}
.part{fill:var(--accent);opacity:.55}
.interval{fill:none;stroke:var(--ink);stroke-width:1.5px;vector-effect:non-scaling-stroke}
@media(min-width:40rem){.shares{gap:.625rem}.shares li{grid-template-columns:14rem 1fr auto}.shares.short li{grid-template-columns:2.5rem 1fr auto}
.shares .share{grid-column:auto;order:1}.shares .numbers{order:2;text-align:right}}
.scrolls{overflow-x:auto;margin:.75rem 0;padding-right:1px}
table{border-collapse:collapse;min-width:100%;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{padding:.25rem 0;text-align:left;font-weight:600}
th,td{padding:.5rem .75rem .5rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{min-width:7rem;font-weight:400;color:var(--quiet)}
tbody th{color:var(--ink)}
tr>:first-child{position:sticky;left:0;background:var(--ground)}
thead th{vertical-align:bottom}
th.number{min-width:4.5rem;white-space:nowrap}
th.point{min-width:5.75rem}
td .share{height:.5rem;margin:.125rem 0}
td .meta{font-size:.8125rem;white-space:nowrap}
.answers{margin:.25rem 0;padding:0;list-style:none}
.answers li{padding:.5rem 0;white-space:pre-line;border-top:1px solid var(--line)}
.synthetic .part{opacity:.3}
form{margin:0}
.fields{display:grid;gap:1rem}
.fields>button{justify-self:start}
.fields>.refusal{margin:0}
.field,fieldset{display:grid;gap:.25rem;margin:0;padding:0;border:0;min-width:0}
.field>label,legend{font-weight:600;padding:0}
.wrong{display:grid;color:var(--bad);font-size:.875rem}
input,textarea,select{width:100%;min-width:0;font:inherit;color:inherit;background:var(--ground);padding:.5rem .625rem;border:1px solid var(--rule);border-radius:.25rem}
select.small{width:auto;padding:.25rem .5rem;font-size:.875rem}
input[type=checkbox]{width:auto;flex:none;margin:.3rem 0 0;accent-color:var(--accent)}
textarea{resize:vertical;line-height:1.5}
[aria-invalid]{border-color:var(--bad)}
.checks{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.25rem 1rem}
.checks label{display:flex;gap:.5rem;align-items:start}
.bar{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
.bar .field{flex:1 1 8rem}
.bar button.quiet{padding:.375rem 1rem;font-size:1rem}
.bar .field>label{font-size:.875rem;font-weight:400;color:var(--quiet)}
button{font:inherit;font-weight:600;padding:.5rem 1rem;border:1px solid var(--accent);border-radius:.25rem;background:var(--accent);color:var(--on-accent);cursor:pointer}
button.quiet,button.danger{padding:.25rem .75rem;font-size:.875rem;font-weight:400;background:none;color:var(--ink);border-color:var(--rule)}
button.danger{color:var(--bad);border-color:var(--bad)}
button.text{padding:0;border:0;font-weight:400;font-size:inherit;background:none;color:var(--accent);text-decoration:underline}
button:hover{filter:brightness(1.08)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media print{header.top,.tabs,form,details{display:none}}
`
