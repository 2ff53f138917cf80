/** The colours of one theme. Texts reach 4.5 : 1 on card and ground, borders of controls and stars 3 : 1 (WCAG 2.2). */
const light =
  "--ground:#f3f5f8;--card:#ffffff;--ink:#1c2127;--quiet:#545e69;--line:#dde2e8;--control:#7b8591;--accent:#0a5f9e;"
  + "--on:#ffffff;--tint:#e9f3fb;--star:#c26a00;--bad:#b42318;--alarm:#fdf0ee"
const dark =
  "--ground:#0e1217;--card:#171c24;--ink:#e8edf3;--quiet:#a3adb8;--line:#2c343f;--control:#808b98;--accent:#6cbcf2;"
  + "--on:#08131d;--tint:#13293b;--star:#f2b544;--bad:#ff9a8f;--alarm:#2c1716"

/** The style sheet of the pages behind survey links, the same for every survey so that a policy can allow it by its hash. */
export const surveyFormStyles: string = [
  `:root{color-scheme:light dark;${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`,
  "*{box-sizing:border-box}",
  "body{margin:0;padding:1rem .75rem 3rem;background:var(--ground);color:var(--ink);overflow-wrap:anywhere;"
  + "font:1rem/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Liberation Sans\",sans-serif}",
  "main{max-width:44rem;margin:0 auto}",
  "header{padding:.5rem .25rem 1rem}",
  "h1{margin:0 0 .5rem;font-size:clamp(1.375rem,5vw,1.875rem);line-height:1.2;text-wrap:balance}",
  "p{margin:.5rem 0}",
  ".quiet{color:var(--quiet);font-size:.9375rem}",
  "a{color:var(--accent)}",
  "fieldset,.notice,.summary{min-width:0;margin:0 0 1rem;padding:1.125rem;border:1px solid var(--line);border-radius:.75rem;"
  + "background:var(--card)}",
  ":is(fieldset,.notice,.summary)>:last-child{margin-bottom:0}",
  "legend{float:left;width:100%;margin:0 0 .75rem;padding:0;font-size:1.0625rem;font-weight:600;line-height:1.4}",
  "legend+*{clear:both}",
  ".number{margin-right:.375rem;color:var(--quiet);font-weight:400;font-variant-numeric:tabular-nums}",
  ".statement{margin:0 0 .875rem;padding-left:.75rem;border-left:3px solid var(--accent);font-size:1.0625rem}",
  "label{cursor:pointer}",
  "input[type=radio]{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent);cursor:pointer}",
  ":focus-visible{outline:3px solid var(--accent);outline-offset:2px}",
  // One option below the other.
  ".option{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;margin:.375rem 0;padding:.5rem .75rem;"
  + "border:1px solid var(--line);border-radius:.5rem}",
  ".option:hover{border-color:var(--control)}",
  ".option:has(input:checked){border-color:var(--accent);background:var(--tint)}",
  ".none{display:flex;width:fit-content;gap:.5rem;align-items:center;min-height:1.75rem;margin:.625rem 0 0 .125rem;"
  + "color:var(--quiet);font-size:.875rem}",
  ".none input[type=radio]{width:1rem;height:1rem}",
  // Points of a scale and stars beside each other.
  ".points{display:grid;grid-template-columns:repeat(var(--n,5),minmax(0,1fr));gap:.25rem}",
  ".n5{--n:5}.n7{--n:7}.n10{--n:10;gap:0}",
  ".points label{display:flex;flex-direction:column;gap:.25rem;align-items:center;justify-content:center;min-height:3.25rem;"
  + "padding:.375rem 0;border:1px solid var(--line);border-radius:.5rem;font-variant-numeric:tabular-nums}",
  ".points label:hover{border-color:var(--control)}",
  ".points label:has(input:checked){border-color:var(--accent);background:var(--tint);font-weight:600}",
  ".ends{display:flex;gap:1rem;justify-content:space-between;margin:.375rem 0 0;color:var(--quiet);font-size:.875rem}",
  ".ends span:last-child{text-align:right}",
  "svg{display:block;width:1.75rem;height:1.75rem;fill:none;stroke:var(--control);stroke-width:1.5;stroke-linejoin:round}",
  ".stars.n5{max-width:19rem}.stars.n10{max-width:36rem}",
  ".stars svg{width:100%;max-width:1.75rem}",
  ".stars label{position:relative;gap:0;border-color:transparent;font-size:.8125rem;color:var(--quiet)}",
  // Only where stars can show what is chosen are the buttons beneath them hidden; they stay in place for touch and focus.
  "@supports selector(:has(*)){.stars input[type=radio]{position:absolute;inset:0;width:100%;height:100%;opacity:0}"
  + ".stars label:has(input:checked) svg,.stars label:has(~label input:checked) svg{fill:var(--star);stroke:var(--star)}"
  + ".stars label:has(input:checked){border-color:transparent;background:none;color:var(--ink)}"
  + ".stars label:has(input:focus-visible){outline:3px solid var(--accent)}}",
  "textarea{display:block;width:100%;min-height:6rem;padding:.625rem .75rem;border:1px solid var(--control);border-radius:.5rem;"
  + "background:var(--card);color:inherit;font:inherit;resize:vertical}",
  // A matrix: a table where there is room, else one list of options for each row.
  "table{width:100%;border-collapse:collapse}",
  ".hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}",
  "th{font-weight:400;text-align:left}",
  "thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}",
  "tbody,tr,th[scope=row],td{display:block}",
  "tr+tr{margin-top:1rem}",
  "th[scope=row]{margin-bottom:.25rem;font-weight:500}",
  "td label{display:flex;gap:.75rem;align-items:center;min-height:2.5rem;margin:.25rem 0;padding:.375rem .75rem;"
  + "border:1px solid var(--line);border-radius:.5rem}",
  "td label:has(input:checked){border-color:var(--accent);background:var(--tint)}",
  "td.skip label{min-height:1.75rem;padding:0 .125rem;border-color:transparent;background:none;color:var(--quiet);"
  + "font-size:.875rem}",
  "td.skip input[type=radio]{width:1rem;height:1rem}",
  "@media(min-width:40rem){table:not(.stacked){table-layout:fixed}"
  + "table:not(.stacked) thead{position:static;width:auto;height:auto;clip-path:none;display:table-header-group}"
  + "table:not(.stacked) tbody{display:table-row-group}table:not(.stacked) tr{display:table-row}"
  + "table:not(.stacked) :is(th,td){display:table-cell;padding:.5rem .25rem;vertical-align:middle;"
  + "border-top:1px solid var(--line)}"
  + "table:not(.stacked) thead :is(th,td){border-top:0;color:var(--quiet);font-size:.875rem;line-height:1.3;text-align:center;"
  + "vertical-align:bottom}"
  + "table:not(.stacked) :is(th[scope=row],thead td){width:30%;padding-right:.75rem}"
  + "table:not(.stacked) td label{justify-content:center;margin:0;padding:0;border-color:transparent}"
  + "table:not(.stacked) td .column{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}",
  "@media(min-width:40rem){table.stacked tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));"
  + "gap:.375rem .5rem}table.stacked th[scope=row]{grid-column:1/-1;margin:0}table.stacked td label{margin:0}"
  + "table.stacked tr+tr{margin-top:1.25rem}}",
  ".error{margin:0 0 .75rem;color:var(--bad);font-weight:500}",
  ".error::before{content:\"! \";font-weight:700}",
  ".summary{border-color:var(--bad);background:var(--alarm)}",
  ".summary h2{margin:0;font-size:1.0625rem}",
  ".summary ul{margin:.5rem 0 0;padding-left:1.25rem}",
  "fieldset:has(.error){border-color:var(--bad)}",
  "button{width:100%;min-height:3rem;margin:.25rem 0 0;padding:.625rem 1.5rem;border:0;border-radius:.5rem;"
  + "background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}",
  "button:hover{filter:brightness(1.08)}",
  "@media(min-width:40rem){body{padding-top:2rem}fieldset,.notice,.summary{padding:1.5rem}button{width:auto;min-width:12rem}}",
  "@media(forced-colors:active){.option:has(input:checked),.points label:has(input:checked){outline:2px solid}}"
].join("\n")
