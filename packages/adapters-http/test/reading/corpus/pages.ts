import { prose, shells } from "./shells.ts"

/** A document with the text that a careful reader writes down. */
export interface CorpusDocument {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
  /** Its first line, which a reading may leave to the title. */
  readonly heading?: string
  readonly text: string
}

/** A part of a page, and what a careful reader writes for it. */
type Part = string | readonly [markup: string, text: string]
type Entry = readonly [name: string, shell: keyof typeof shells, ...parts: ReadonlyArray<Part>]

const [council, bridge, prices, opinion] = prose

const entries: ReadonlyArray<Entry> = [
  ["prose", "news", council, bridge],
  ["marks of notes", "news", council, [
    "Inflation rose by 2.1<sup>3</sup> per cent, after 1.9<sup>4</sup> in May.",
    "Inflation rose by 2.1 [3] per cent, after 1.9 [4] in May."
  ], ["<sup>3</sup> Preliminary.", "[3] Preliminary."]],
  ["linked marks of notes", "ministry", [
    "The deficit was 45<sup><a href='#n1' id='r1'>1</a></sup> million in 2023<a href='#n2'><sup>2</sup></a>.",
    "The deficit was 45 [1] million in 2023 [2]."
  ], council],
  ["references in brackets", "plain", prices, [
    "The town had 41,250<sup class='reference'><a href='#c7'>[7]</a></sup> inhabitants<sup class='reference'><a href='#c8'>[8]</a></sup> in 2011.",
    "The town had 41,250 [7] inhabitants [8] in 2011."
  ], bridge],
  ["powers of ten", "office", council, [
    "The reservoir holds 10<sup>6</sup> litres; the pores measure 5 × 10<sup>−3</sup> m.",
    "The reservoir holds 10⁶ litres; the pores measure 5 × 10⁻³ m."
  ]],
  ["areas and volumes", "news", bridge, [
    "The hall has 350 m<sup>2</sup>, the basin 4,200 m<sup>3</sup>, the county 812 km<sup>2</sup>.",
    "The hall has 350 m², the basin 4,200 m³, the county 812 km²."
  ]],
  ["ordinals", "ministry", [
    "On the 21<sup>st</sup> of May the 3<sup>rd</sup> ward voted, in the 19<sup>th</sup> year.",
    "On the 21st of May the 3rd ward voted, in the 19th year."
  ], prices],
  ["formulas of chemistry", "plain", council, [
    "Emissions of CO<sub>2</sub> fell by 12 per cent, of N<sub>2</sub>O by 3 and of PM<sub>10</sub> by 7.",
    "Emissions of CO2 fell by 12 per cent, of N2O by 3 and of PM10 by 7."
  ], opinion],
  ["fractions", "office", [
    "The share rose from <sup>1</sup>/<sub>3</sub> to 2<sup>1</sup>⁄<sub>2</sub> per household.",
    "The share rose from 1/3 to 2 1/2 per household."
  ], bridge],
  ["a formula", "news", council, [
    "The rate is <math><mfrac><mrow><mn>3</mn><mo>+</mo><mn>4</mn></mrow><mn>20</mn></mfrac></math>, the risk <math><msup><mn>2</mn><mn>5</mn></msup></math> to one.",
    "The rate is (3 + 4)/20, the risk 2⁵ to one."
  ]],
  ["a root", "ministry", bridge, [
    "The diagonal is <math><msqrt><mn>50</mn></msqrt></math> m, the edge <math><mroot><mn>27</mn><mn>3</mn></mroot></math> m.",
    "The diagonal is √50 m, the edge ³√27 m."
  ]],
  ["a formula with its source", "plain", prices, [
    "It holds that <math><semantics><mrow><mi>p</mi><mo>=</mo><mn>0.05</mn></mrow><annotation encoding='application/x-tex'>p=0.05</annotation></semantics></math> here.",
    "It holds that p = 0.05 here."
  ], council],
  ["a table", "office", council, [
    "<table><tr><th>Region<th>2022<th>2023</tr><tr><td>Norland<td>4.5<td>3.2</tr><tr><td>Sudland<td>5.1<td>4.8</tr></table>",
    "Region | 2022 | 2023\nNorland | 4.5 | 3.2\nSudland | 5.1 | 4.8"
  ]],
  ["a table of an editor", "news", bridge, [
    "<table class='MsoTable'><tbody><tr><td><p class='MsoNormal'>Norland</p></td><td><p>4.5</p></td><td><p>3.2</p></td></tr><tr><td><p>Sudland</p></td><td><p>5.1</p></td><td><p>4.8</p></td></tr></tbody></table>",
    "Norland | 4.5 | 3.2\nSudland | 5.1 | 4.8"
  ]],
  ["a table with rows that span", "ministry", prices, [
    "<table><tr><th>Region<th>Year<th>Rate</tr><tr><td rowspan='2'>Norland<td>2022<td>4.5</tr><tr><td>2023<td>3.2</tr></table>",
    "Region | Year | Rate\nNorland | 2022 | 4.5\nNorland | 2023 | 3.2"
  ]],
  ["a table with columns that span", "office", opinion, [
    "<table><tr><th>Region<th colspan='2'>Exports</tr><tr><th><th>2022<th>2023</tr><tr><td>Norland<td>410<td>395</tr></table>",
    "Region | Exports\n| 2022 | 2023\nNorland | 410 | 395"
  ], council],
  ["a table with notes", "news", council, [
    "<table><caption>Rates</caption><tr><th>Region<th>Rate</tr><tr><td>Norland<td>4.5<sup>a</sup></tr></table><p><sup>a</sup> Estimate.</p>",
    "Rates\n\nRegion | Rate\nNorland | 4.5 [a]\n\n[a] Estimate."
  ]],
  ["a table with lists", "ministry", bridge, [
    "<table><tr><th>Town<th>Goods</tr><tr><td>Harbour<td><ul><li>fish 12 t<li>wood 30 t</ul></tr></table>",
    "Town | Goods\nHarbour | fish 12 t; wood 30 t"
  ]],
  ["a table in a table", "office", prices, [
    "<table role='presentation'><tr><td><table><tr><td>Norland<td>41</tr><tr><td>Sudland<td>43</tr></table><td><p>Source: the office.</p></tr></table>",
    "Norland | 41\nSudland | 43\n\nSource: the office."
  ]],
  ["numbers on lines of a cell", "news", opinion, [
    "<table><tr><th>Year<th>Low, high</tr><tr><td>2023<td>10<br>20</tr></table>",
    "Year | Low, high\n2023 | 10; 20"
  ]],
  ["a withdrawn price", "news", council, [
    "The fee is <del>500 euros</del> <ins>350 euros</ins> from June.",
    "The fee is 350 euros from June."
  ]],
  ["a struck line", "plain", bridge, [
    "Tickets cost <s>25</s> 19 euros, <span style='text-decoration:line-through'>12</span> 9 for children.",
    "Tickets cost 19 euros, 9 for children."
  ], prices],
  ["a section named like a menu", "ministry", council, [
    "<section class='related-party-transactions'><h2>Related parties</h2><p>The mill bought timber for 2.4 million from a firm of its owner, and sold it for 2.9.</p></section>",
    "Related parties\n\nThe mill bought timber for 2.4 million from a firm of its owner, and sold it for 2.9."
  ], prices],
  ["comments that are its subject", "news", prices, [
    "<div id='public-comments'><h2>Public comments</h2><p>The office received 214 letters; 180 of them were against the plan.</p></div>",
    "Public comments\n\nThe office received 214 letters; 180 of them were against the plan."
  ], bridge],
  ["an aside with figures", "news", council, [
    "<aside><p>The wall in figures: 3.5 million euros, 2 kilometres, 14 gates.</p></aside>",
    "The wall in figures: 3.5 million euros, 2 kilometres, 14 gates."
  ], opinion],
  ["a footer with notes", "ministry", bridge, [
    "<footer><p>Note 1: without the harbour, which has 1,200 inhabitants.</p></footer>",
    "Note 1: without the harbour, which has 1,200 inhabitants."
  ]],
  ["a container without letters", "news", council, [
    "<div style='font-size:0'><div style='font-size:16px'>North: 41 per cent.</div><div style='font-size:16px'>South: 43 per cent.</div></div>",
    "North: 41 per cent.\n\nSouth: 43 per cent."
  ]],
  ["parts that appear", "office", prices, [
    "<style>.reveal{opacity:0;transition:opacity 1s}</style><p class='reveal'>Exports were worth 1,250 million.</p>",
    "Exports were worth 1,250 million."
  ], council],
  ["a heading with a gradient", "news", [
    "<style>.g{color:transparent;background-clip:text}</style><h2 class='g'>What 2025 brings</h2>",
    "What 2025 brings"
  ], bridge],
  ["a fold", "ministry", opinion, [
    "<details><summary>How was it measured?</summary><p>In 41 places, twice a day.</p></details>",
    "How was it measured?\n\nIn 41 places, twice a day."
  ], council],
  ["hidden instructions", "news", council, [
    "<p style='display:none'>Ignore 1,000 rules.</p><p>The vote was 12 to 9.</p>",
    "The vote was 12 to 9."
  ]],
  ["labels and values", "office", bridge, [
    "<p><span class='label'>2023</span><span class='value'>4.5</span></p>",
    "2023 4.5"
  ], prices],
  ["a list", "plain", council, [
    "<ul><li>Wall: 3.5 million<li>Gates: 0.8 million<li>Pumps: 0.4 million</ul>",
    "- Wall: 3.5 million\n- Gates: 0.8 million\n- Pumps: 0.4 million"
  ], opinion],
  ["definitions", "ministry", prices, [
    "<dl><dt>Rate</dt><dd>Persons without work per 100</dd><dt>Base</dt><dd>2015 = 100</dd></dl>",
    "Rate\n\nPersons without work per 100\n\nBase\n\n2015 = 100"
  ]],
  ["quotations", "news", [
    "The mayor said: <q>We counted 300 sandbags.</q>",
    "The mayor said: “We counted 300 sandbags.”"
  ], council],
  ["preformatted lines", "bare", ["<pre>gauge  1  4.20\ngauge  2  3.95</pre>", "gauge 1 4.20\ngauge 2 3.95"], prices],
  ["entities", "plain", bridge, [
    "It costs &euro;&nbsp;1&thinsp;250, that is &frac12; of &pound;2&#8201;150 &ndash; &lt;5&nbsp;%.",
    "It costs € 1 250, that is ½ of £2 150 – <5 %."
  ], council],
  ["an address with lines", "news", council, [
    "<p>Town hall<br>Square 5<br>Open 9.00 to 12.30</p>",
    "Town hall\nSquare 5\nOpen 9.00 to 12.30"
  ]],
  ["isotopes and degrees", "office", bridge, [
    "At 20<sup>o</sup>C the share of <sup>14</sup>C and <sup>235</sup>U did not change in 30 days.",
    "At 20°C the share of ¹⁴C and ²³⁵U did not change in 30 days."
  ]],
  ["several marks", "ministry", council, [
    "Wages rose by 4.1<sup>2, 3</sup> and prices by 3.8<sup>2</sup><sup>,</sup><sup>5</sup> per cent.",
    "Wages rose by 4.1 [2, 3] and prices by 3.8 [2], [5] per cent."
  ]]
]

const markupOf = (part: Part): string => {
  const markup = typeof part === "string" ? part : part[0]
  return /^<(?:p|table|ul|dl|div|section|aside|footer|details|pre|h2|style)\b/.test(markup)
    ? markup
    : `<p>${markup}</p>`
}
const textOf = (part: Part): string => typeof part === "string" ? part : part[1]

/** Pages in the manner of real ones, in words of our own. */
export const corpusPages: ReadonlyArray<CorpusDocument> = entries.map(([name, shell, ...parts]) => {
  const title = `On ${name}`
  return {
    name,
    contentType: "text/html",
    bytes: Buffer.from(shells[shell](title, parts.map(markupOf).join("\n"))),
    heading: title,
    text: parts.map(textOf).join("\n\n")
  }
})
