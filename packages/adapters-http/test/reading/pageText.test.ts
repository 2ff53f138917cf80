import { cleanText } from "@auspex/domain/evidence"
import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import { describe, expect, it } from "vitest"
import { styleOf } from "../../src/reading/hiddenElements.ts"
import { textOfHtml } from "../../src/reading/textOfHtml.ts"
import { visibleHtml } from "../../src/reading/visibleHtml.ts"

const textOf = (markup: string): string => cleanText(textOfHtml(visibleHtml(markup).html).text)

describe("a style", () => {
  it.each<[string, string, string]>([
    ["a distance", "top:", "1"],
    ["a size", "font-size:", "1"],
    ["a fraction", "font-size:", ".1"],
    ["fractions", "font:", "0.1 "],
    ["functions", "transform:", "scale("]
  ])("is read in linear time, whatever the length of %s", async (_, name, unit) => {
    const input = (size: number) => name + unit.repeat(size / unit.length)
    expect(await costGrowth({ input, work: styleOf, size: 8_000 })).toBeLessThan(linearGrowthMax)
  })
})

describe("numbers that meet in the markup", () => {
  it.each<[string, string, string]>([
    [
      "boxes",
      `<span style="display:inline-block;width:4em">45</span><span style="display: inline-block">32</span>`,
      "45 32"
    ],
    ["cells of a table without its elements", `<span role="cell">45</span><span role="cell">32</span>`, "45 32"],
    [
      "the parts of a fraction with a sign for screen readers",
      `<span>3</span><span class="sr-only">+</span><span>1⁄2</span> inches`,
      "3 1⁄2 inches"
    ],
    ["the terms of a fraction with a prefix", "<m:math><m:mfrac><m:mn>1</m:mn><m:mn>2</m:mn></m:mfrac></m:math>", "1/2"]
  ])("stay apart: %s", (_, markup, text) => expect(textOf(markup)).toBe(text))

  it("are one number where only its style changes", () => {
    expect(textOf("<b>20</b>19 and <span>4</span><span>5</span>")).toBe("2019 and 45")
  })

  it("are drawn once, where a formula stands there as markup, too", () => {
    const formula =
      "<span class=katex><span class=katex-mathml><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></span>" +
      `<span class=katex-html aria-hidden=true><span>1</span><span>2</span></span></span>`
    expect(cleanText(textOfHtml(visibleHtml(formula, { keepsFolded: true }).html).text)).toBe("1/2")
  })

  it("are no part of a text that is withdrawn", () => {
    expect(textOf(`the fee is <span role="deletion">500</span> <span role="insertion">350</span> euros`))
      .toBe("the fee is 350 euros")
  })

  it("stand in their columns below headings in cells", () => {
    expect(
      textOf(
        "<table><tr><td><h4>Region</h4></td><td><h4>Rate</h4></td></tr><tr><td>Norland</td><td>4.5</td></tr></table>"
      )
    )
      .toBe("Region | Rate\nNorland | 4.5")
  })
})

describe("raised text in a page", () => {
  it.each<[string, string, string]>([
    ["the mark of a note after a decimal", "rose by 2.1<sup>3</sup> per cent", "rose by 2.1 [3] per cent"],
    ["the mark of a note after an integer", "45<sup>2</sup> per cent", "45 [2] per cent"],
    ["the mark of a note after a year", "since 2019<sup>12</sup>.", "since 2019 [12]."],
    ["the mark of a note after a word", "the committee<sup>3</sup> met", "the committee [3] met"],
    ["the mark of a note after a full stop", "It fell.<sup>4</sup> Then", "It fell. [4] Then"],
    ["a linked mark", `10<sup><a href="#n6">6</a></sup> people`, "10 [6] people"],
    ["a link around the mark", `10<a href="#n6"><sup>6</sup></a> people`, "10 [6] people"],
    ["a mark in brackets", `4.5<sup class="reference"><a href="#c1">[1]</a></sup>`, "4.5 [1]"],
    ["a mark that its class names", `3.2<sup class="footnote-ref">7</sup> million`, "3.2 [7] million"],
    ["several marks", "2.1<sup>3,4</sup> per cent", "2.1 [3,4] per cent"],
    ["marks side by side", `2.1<sup>3</sup><sup>,</sup><sup>4</sup> per cent`, "2.1 [3], [4] per cent"],
    ["a letter as a mark", "12.5<sup>a</sup> million", "12.5 [a] million"],
    ["letters as marks", "18,500<sup>b, c</sup> people", "18,500 [b, c] people"],
    ["a symbol as a mark", "12.5<sup>*</sup> and 13<sup>†</sup>", "12.5 [*] and 13 [†]"],
    ["a mark that touches the next word", "2.1<sup>3</sup>per cent", "2.1 [3] per cent"],
    ["a mark before its note", "<p><sup>3</sup> Source: the office.</p>", "[3] Source: the office."],
    ["a nested mark", `5.5<sup><span><a href="#1"><sup>1</sup></a></span></sup>`, "5.5 [1]"],
    ["a mark that a style raises", `2.1<span style="vertical-align: super">3</span> per cent`, "2.1 [3] per cent"],
    [
      "a mark that a rule raises",
      "<style>.fn{vertical-align:super}</style>2.1<span class=fn>3</span> per cent",
      "2.1 [3] per cent"
    ],
    ["a mark that its class raises", `2.1<span class="sup">3</span> per cent`, "2.1 [3] per cent"],
    [
      "a mark of a word processor",
      `2.1<a href="#_ftn1"><span class="MsoFootnoteReference"><span>[1]</span></span></a> per cent`,
      "2.1 [1] per cent"
    ],
    [
      "a mark of a word processor without a link",
      `2.1<span class="MsoFootnoteReference">1</span> per cent`,
      "2.1 [1] per cent"
    ],
    ["a mark that its name tells", `2.1<b class="footnote-ref">3</b> per cent`, "2.1 [3] per cent"],
    ["a link to a note of another page", `2.1<a href="notes.html#n3">3</a> per cent`, "2.1 [3] per cent"],
    [
      "a mark that a distance raises",
      `2.1<span style="position:relative; top:-0.5em; font-size:75%">3</span> per cent`,
      "2.1 [3] per cent"
    ],
    [
      "a mark that its alignment raises",
      `2.1<span style="vertical-align:0.4em;font-size:.7em">3</span> per cent`,
      "2.1 [3] per cent"
    ],
    [
      "a mark at the top in small letters",
      `2.1<span style="vertical-align:top;font-size:smaller">3</span> per cent`,
      "2.1 [3] per cent"
    ],
    [
      "a mark that its font raises",
      `2.1<span style="font-variant-position:super">3</span> per cent`,
      "2.1 [3] per cent"
    ],
    [
      "a mark that a longer rule raises",
      "<style>p .fn, span.fn{vertical-align:super}</style>2.1<span class=fn>3</span> per cent",
      "2.1 [3] per cent"
    ],
    ["the sign of a currency", "<sup>$</sup>12<sup>99</sup> each", "$12.99 each"],
    ["words that stand higher", `<b style="vertical-align:10px">Warning: 45 people</b>`, "Warning: 45 people"],
    ["a box that stands at the top", `<span style="vertical-align:top">45</span> people`, "45 people"],
    ["an icon that is moved by a hair", `45<span style="vertical-align:-1px">6</span>`, "456"],
    ["a Roman number as a mark", "2.1<sup>iv</sup> per cent", "2.1 [iv] per cent"],
    ["a power of a small number", "2<sup>iv</sup>", "2^iv"],
    ["a reference in its place", `see <span class="reference">3</span>`, "see 3"],
    ["a raised link", `10<a style="vertical-align:super" href="#n6">6</a> people`, "10 [6] people"],
    ["a link to a note of the page", `2.1<a href="#fn3">3</a> per cent`, "2.1 [3] per cent"],
    ["a link of a table of contents", `<p><a href="#s1">1</a> Introduction</p>`, "1 Introduction"],
    ["a power that a style raises", `10<span style="vertical-align:super">6</span> litres`, "10⁶ litres"],
    ["small text", "2.1<small>3</small> per cent", "2.1 3 per cent"],
    ["a power of ten", "10<sup>6</sup> litres", "10⁶ litres"],
    ["a mark after ten of a hundred", "rose by 10<sup>3</sup> per cent", "rose by 10 [3] per cent"],
    [
      "a mark after an amount",
      "spent $12<sup>10</sup> million, then $9<sup>4</sup>",
      "spent $12 [10] million, then $9 [4]"
    ],
    ["a century", "au XX<sup>e</sup> siècle", "au XXe siècle"],
    ["a negative power of ten", "5 × 10<sup>−3</sup>", "5 × 10⁻³"],
    ["a negative power with a hyphen", "10<sup>-9</sup> m", "10⁻⁹ m"],
    ["a power of ten after a space", "3.2 × 10 <sup>5</sup>", "3.2 × 10⁵"],
    ["a decimal power", "10<sup>0.5</sup>", "10^0.5"],
    ["a power in a calculation", "3<sup>4</sup> = 81", "3⁴ = 81"],
    ["a power of two", "2<sup>10</sup> bytes", "2¹⁰ bytes"],
    ["an area", "350 m<sup>2</sup> and 12 km<sup>2</sup>", "350 m² and 12 km²"],
    ["a volume", "4 cm<sup>3</sup>", "4 cm³"],
    ["a unit with a negative power", "9.8 m s<sup>−2</sup>", "9.8 m s⁻²"],
    ["a variable", "R<sup>2</sup> = 0.83, E = mc<sup>2</sup>", "R² = 0.83, E = mc²"],
    ["a letter as an exponent", "x<sup>n</sup> and 2<sup>k</sup>", "xⁿ and 2^k"],
    ["a bracket", "(a + b)<sup>2</sup>", "(a + b)²"],
    ["a remark in brackets", "growth (in real terms)<sup>2</sup>", "growth (in real terms) [2]"],
    ["ordinals", "the 21<sup>st</sup>, 2<sup>nd</sup> and 3<sup>RD</sup>", "the 21st, 2nd and 3RD"],
    ["ordinals in French", "le 1<sup>er</sup>, la 5<sup>e</sup>, la 19<sup>ème</sup>", "le 1er, la 5e, la 19ème"],
    ["ordinals in Spanish", "el 3<sup>o</sup> y la 4<sup>a</sup>", "el 3o y la 4a"],
    ["abbreviations", "M<sup>me</sup> Roy, n<sup>o</sup> 5", "Mme Roy, no 5"],
    ["a trademark", "Plasto<sup>TM</sup> and Foo<sup>®</sup>", "Plasto™ and Foo®"],
    ["degrees", "20<sup>o</sup>C, 70<sup>0</sup> F", "20°C, 70° F"],
    ["an isotope", "the isotopes <sup>14</sup>C and <sup>235</sup>U", "the isotopes ¹⁴C and ²³⁵U"],
    ["an ion", "Ca<sup>2+</sup>, SO<sub>4</sub><sup>2−</sup>", "Ca²⁺, SO4²⁻"],
    ["a price", "only $9<sup>99</sup> today", "only $9.99 today"],
    ["a fraction", "<sup>1</sup>/<sub>2</sub> of it", "1/2 of it"],
    ["a mixed number", "3<sup>1</sup>⁄<sub>2</sub> hours", "3 1/2 hours"],
    [
      "a formula of chemistry",
      "H<sub>2</sub>O, CO<sub>2</sub>, C<sub>6</sub>H<sub>12</sub>O<sub>6</sub>",
      "H2O, CO2, C6H12O6"
    ],
    ["an index", "x<sub>1</sub>, P<sub>max</sub>, PM<sub>2.5</sub>", "x1, P_max, PM2.5"],
    ["an index between digits", "log<sub>2</sub>8 and 101<sub>2</sub>", "log2 8 and 101_2"]
  ])("%s", (_, markup, text) => {
    expect(textOf(markup)).toBe(text)
  })
})

describe("a formula in MathML", () => {
  it.each<[string, string, string]>([
    ["a fraction", "<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"],
    ["a mixed number", "<mn>3</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "3 1/2"],
    ["a fraction of sums", "<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac>", "(a + 1)/2"],
    ["a power", "<msup><mn>10</mn><mn>6</mn></msup>", "10⁶"],
    ["a negative power", "<msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup>", "10⁻³"],
    ["a long exponent", "<msup><mi>e</mi><mrow><mi>r</mi><mi>t</mi></mrow></msup>", "e^rt"],
    ["a root", "<msqrt><mn>16</mn></msqrt>", "√16"],
    ["a root of a sum", "<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>", "√(a + b)"],
    ["a cube root", "<mroot><mn>27</mn><mn>3</mn></mroot>", "³√27"],
    ["an index", "<msub><mi>x</mi><mn>1</mn></msub><mo>=</mo><mn>4</mn>", "x_1 = 4"],
    ["an index and a power", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x_1²"],
    [
      "a sum with limits",
      "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
      "∑_(i = 1)^ni"
    ],
    ["its source is no text", "<semantics><mn>5</mn><annotation>\\five 5</annotation></semantics>", "5"],
    ["a product without a sign", "<mn>2</mn><mo>&#x2062;</mo><mi>x</mi>", "2x"],
    ["numbers side by side", "<mn>2</mn><mn>3</mn>", "2 3"],
    [
      "a matrix",
      "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>",
      "1, 2; 3, 4"
    ]
  ])("%s", (_, formula, text) => {
    expect(textOf(`it is <math>${formula}</math> here`)).toBe(`it is ${text} here`)
  })

  it("touches no number beside it", () => {
    expect(textOf("3<math><mfrac><mn>1</mn><mn>4</mn></mfrac></math>")).toBe("3 1/4")
  })
})

describe("a table in a page", () => {
  it.each<[string, string, string]>([
    ["plain cells", "<tr><td>Norland<td>4.5<td>3.2", "Norland | 4.5 | 3.2"],
    [
      "cells of paragraphs",
      "<tr><td><p>Norland</p></td><td><p>4.5</p></td><td><p>3.2</p></td></tr>",
      "Norland | 4.5 | 3.2"
    ],
    [
      "cells of blocks",
      "<tr><td><div>Norland</div><td><div><span>4.5</span></div><td><div>3.2</div>",
      "Norland | 4.5 | 3.2"
    ],
    ["a cell of two paragraphs", "<tr><td>Norland<td><p>4.5</p><p>(2020)</p>", "Norland | 4.5 (2020)"],
    ["a cell of lines of numbers", "<tr><td>Norland<td>10<br>20", "Norland | 10; 20"],
    ["a cell with a list", "<tr><td>Norland<td><ul><li>fish<li>wood</ul>", "Norland | fish; wood"],
    [
      "cells over rows",
      "<tr><th>State<th>Year<th>Rate<tr><td rowspan=2>Norland<td>2022<td>4.5<tr><td>2023<td>3.2",
      "State | Year | Rate\nNorland | 2022 | 4.5\nNorland | 2023 | 3.2"
    ],
    [
      "cells over columns",
      "<tr><th>State<th colspan=2>Exports<th>Rate<tr><td>Norland<td>1<td>2<td>3",
      "State | Exports | | Rate\nNorland | 1 | 2 | 3"
    ],
    ["a row of one cell", "<tr><td colspan=3>Europe<tr><td>Norland<td>4.5<td>3.2", "Europe\nNorland | 4.5 | 3.2"],
    ["a caption", "<caption>Rates</caption><tr><td>Norland<td>4.5", "Rates\n\nNorland | 4.5"],
    [
      "a table in a cell of a page's layout",
      "<tr><td><table><tr><td>a<td>1<tr><td>b<td>2</table><td>Side",
      "a | 1\nb | 2\n\nSide"
    ],
    ["a mark in a cell", "<tr><td>Norland<td>4.5<sup>2</sup>", "Norland | 4.5 [2]"],
    ["sections", "<thead><tr><th>a<th>b</thead><tbody><tr><td>1<td>2</tbody>", "a | b\n1 | 2"],
    ["empty cells", "<tr><td>a<td><td>3", "a | | 3"]
  ])("%s", (_, rows, text) => {
    expect(textOf(`<table>${rows}</table>`)).toBe(text)
  })

  it("with spans that no table has stays small", () => {
    const rows = `<tr><td rowspan=65000 colspan=65000>${"x".repeat(2_000)}`.repeat(300)
    expect(textOf(`<table><tr><th>a<th>b</tr>${rows}</table>`).length).toBeLessThan(1_000_000)
  })
})

describe("text that a page withdraws", () => {
  it.each<[string, string]>([
    ["del", "the fee is <del>500 euros</del> <ins>350 euros</ins>"],
    ["s", "the fee is <s>500 euros</s> 350 euros"],
    ["strike", "the fee is <strike>500 euros</strike> 350 euros"],
    ["a style", `the fee is <span style="text-decoration: line-through">500 euros</span> 350 euros`],
    [
      "a class",
      `<style>.old{text-decoration-line:line-through}</style>the fee is <b class="old">500 euros</b> 350 euros`
    ]
  ])("by %s is left out", (_, markup) => {
    expect(textOf(markup)).toBe("the fee is 350 euros")
  })
})

describe("elements side by side", () => {
  it.each<[string, string, string]>([
    ["of different classes are apart", `<span class="year">2023</span><span class="value">4.5</span>`, "2023 4.5"],
    ["of one number stay together", `<span class="int">9</span><span class="dec">.99</span>`, "9.99"],
    ["of one class stay together", `<span class="digit">4</span><span class="digit">2</span>`, "42"],
    ["of a word stay together", "un<b>believ</b>able", "unbelievable"],
    [
      "as blocks are apart",
      `<span style="display:block">2023</span><span style="display:block">4.5</span>`,
      "2023\n\n4.5"
    ]
  ])("%s", (_, markup, text) => {
    expect(textOf(markup)).toBe(text)
  })
})
