import { findProfanity, latinSlug, renderArticle } from "@auspex/adapters-http/outbound"
import { articleGates, judgeArticle } from "@auspex/domain/articles"
import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import { Either, FastCheck } from "effect"
import { describe, expect, it } from "vitest"

const htmlOf = (markdown: string): string => renderArticle(markdown).html.trimEnd()

const tags = "h1 h2 h3 h4 h5 h6 p blockquote ul ol li pre hr br table thead tbody tr th td a img em strong s code"
const allowed = new Set(tags.split(" "))
const attributes: Readonly<Record<string, ReadonlyArray<string>>> = {
  a: ["href", "title", "rel"],
  img: ["src", "alt", "title", "loading"],
  ol: ["start"],
  code: ["class"]
}

/** What is wrong with HTML from a renderer: anything active, and anything that is not in the lists above. */
const dangersIn = (html: string): ReadonlyArray<string> => {
  const dangers: Array<string> = []
  const tag = /<(\/?)([A-Za-z][^\s/>]*)((?:\s+[^\s=/>]+(?:="[^"]*")?)*)\s*\/?>|<|>/g
  for (const [whole, , name, given = ""] of html.matchAll(tag)) {
    if (name === undefined) dangers.push(`a bare ${whole}`)
    else if (!allowed.has(name)) dangers.push(`the element ${name}`)
    for (const [, attribute = "", value = ""] of given.matchAll(/\s+([^\s=/>]+)(?:="([^"]*)")?/g)) {
      if (name !== undefined && attributes[name]?.includes(attribute) !== true) dangers.push(`${name}[${attribute}]`)
      if (attribute === "href" && !/^(https?:\/\/|mailto:)[^/]/i.test(value)) dangers.push(`href ${value}`)
      if (attribute === "src" && !/^https:\/\/[^/]/i.test(value)) dangers.push(`src ${value}`)
    }
  }
  return dangers
}

describe("an article in Markdown", () => {
  it("is rendered with headings, lists, tables, code, links and images", () => {
    const markdown = [
      "# One\n\nA *word* and **two**, ~~three~~ and `four`.",
      "> quoted\n> twice",
      "3. three\n4. four\n   - nested",
      "| a | b |\n|---|--:|\n| 1 | 2 |",
      "```ts\nif (a < b) {}\n```",
      "[link](https://example.org/a?b=1&c=2 \"title\"), <https://example.org/auto>, [mail](mailto:ada@example.org)",
      "![chart](https://example.org/chart.png \"A chart\")",
      "---"
    ].join("\n\n")
    expect(htmlOf(markdown).split("\n").join("")).toBe([
      "<h1>One</h1><p>A <em>word</em> and <strong>two</strong>, <s>three</s> and <code>four</code>.</p>",
      "<blockquote><p>quotedtwice</p></blockquote>",
      "<ol start=\"3\"><li>three</li><li>four<ul><li>nested</li></ul></li></ol>",
      "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
      "<pre><code class=\"language-ts\">if (a &lt; b) {}</code></pre>",
      "<p><a href=\"https://example.org/a?b=1&amp;c=2\" title=\"title\" rel=\"nofollow ugc noopener\">link</a>, ",
      "<a href=\"https://example.org/auto\" rel=\"nofollow ugc noopener\">https://example.org/auto</a>, ",
      "<a href=\"mailto:ada@example.org\" rel=\"nofollow ugc noopener\">mail</a></p>",
      "<p><img src=\"https://example.org/chart.png\" alt=\"chart\" title=\"A chart\" loading=\"lazy\" /></p>",
      "<hr />"
    ].join(""))
    expect(dangersIn(htmlOf(markdown))).toEqual([])
  })

  it.each([
    ["a script", "<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
    ["an image with a handler", "<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"],
    ["SVG", "<svg/onload=alert(1)>", "<p>&lt;svg/onload=alert(1)&gt;</p>"],
    ["a frame", "<iframe srcdoc='<script>alert(1)</script>'></iframe>", undefined],
    ["a style sheet", "<style>@import 'https://evil.example'</style>", undefined],
    ["a base", "<base href=https://evil.example>", undefined],
    ["a form", "<form action=https://evil.example><input name=a></form>", undefined],
    ["MathML", "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>", undefined],
    ["a comment", "<!--><img src=x onerror=alert(1)>-->", undefined],
    ["CDATA", "<![CDATA[<script>alert(1)</script>]]>", undefined],
    ["an open tag", "<a href=\"https://example.org\" onclick=alert(1)", undefined],
    ["a javascript link", "[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"],
    ["in capitals", "[x](JaVaScRiPt:alert(1))", "<p>[x](JaVaScRiPt:alert(1))</p>"],
    ["with entities", "[x](java&#115;cript&colon;alert&lpar;1&rpar;)", undefined],
    ["with a decimal entity in front", "[x](&#1;javascript:alert(1))", undefined],
    ["with a tab inside", "[x](java&Tab;script:alert(1))", undefined],
    ["with a line break inside", "[x](java&NewLine;script:alert(1))", undefined],
    ["with spaces in brackets", "[x](< javascript:alert(1)>)", undefined],
    ["with percent signs", "[x](javascript%3Aalert(1))", undefined],
    ["vbscript", "[x](vbscript:msgbox(1))", "<p>[x](vbscript:msgbox(1))</p>"],
    ["vbscript with entities", "[x](&#x76;bscript:msgbox(1))", undefined],
    ["data", "[x](data:text/html;base64,PHNjcmlwdD4=)", "<p>[x](data:text/html;base64,PHNjcmlwdD4=)</p>"],
    ["an image of data", "![x](data:image/svg+xml;base64,PHN2Zz4=)", "<p>![x](data:image/svg+xml;base64,PHN2Zz4=)</p>"],
    ["an image by http", "![x](http://example.org/a.png)", "<p>x</p>"],
    ["an image by mailto", "![x](mailto:a@example.org)", "<p>x</p>"],
    ["a relative image", "![x](/a.png)", "<p>![x](/a.png)</p>"],
    ["an image without a scheme", "![x](//example.org/a.png)", undefined],
    ["a relative link", "[x](/api/me)", "<p>[x](/api/me)</p>"],
    ["a link without a scheme", "[x](//evil.example)", "<p>[x](//evil.example)</p>"],
    ["https without slashes", "[x](https:alert)", "<p>[x](https:alert)</p>"],
    ["file", "[x](file:///etc/passwd)", undefined],
    ["blob", "[x](blob:https://example.org/1)", undefined],
    ["ftp", "[x](ftp://example.org/)", undefined],
    ["a javascript autolink", "<javascript:alert(1)>", "<p>&lt;javascript:alert(1)&gt;</p>"],
    ["a bare address", "see https://example.org/a", "<p>see https://example.org/a</p>"],
    ["a reference", "[x][r]\n\n[r]: javascript:alert(1)", undefined],
    ["a reference with a title", "[r]\n\n[r]: https://example.org '\" onmouseover=\"alert(1)'", undefined],
    ["a title that leaves its attribute", "[x](https://example.org '\"><script>alert(1)</script>')", undefined],
    ["an alternative text that leaves it", "![\"><script>alert(1)</script>](https://example.org/a.png)", undefined],
    ["quotes in an address", "[x](https://example.org/\"onmouseover=\"alert(1))", undefined],
    ["a code block's language", "```\"><script>alert(1)</script>\ncode\n```", undefined],
    [
      "a code block's language with spaces",
      "``` js onload=alert(1)\ncode\n```",
      "<pre><code class=\"language-js\">code\n</code></pre>"
    ],
    ["inline code", "`<script>alert(1)</script>`", "<p><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></p>"],
    ["a table's alignment", "|a|\n|:-:|\n|<script>|", undefined],
    ["direction marks", "[\u202etxt.exe](https://example.org/\u202e)", undefined],
    ["invisible characters", "[x](java\u200bscript:alert(1))", undefined],
    ["wide letters", "[x](ｊａｖａｓｃｒｉｐｔ:alert(1))", undefined],
    ["a link in an image in a link", "[![a](https://example.org/a.png)](javascript:alert(1))", undefined]
  ])("runs nothing with %s", (_, markdown, expected) => {
    const html = htmlOf(markdown)
    expect(dangersIn(html)).toEqual([])
    if (expected !== undefined) expect(html).toBe(expected)
  })

  it("runs nothing, whatever the text", () => {
    const part = FastCheck.constantFrom(
      ..."[ ] ( ) ! < > \" ' ` * _ ~ # - + . : / \\ & ; | = javascript: data: https://a.b http:// &#106; &colon; <script> <img onerror=x <svg \n \n\n \t x 1 onclick="
        .split(" "),
      " "
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.array(part, { maxLength: 60 }), (parts) => {
        expect(dangersIn(htmlOf(parts.join("")))).toEqual([])
      }),
      { numRuns: 1_500 }
    )
  })

  it("has a summary in plain text", () => {
    const { summary } = renderArticle(
      "# Title\n\nFirst **bold** [link](https://a.b)\nline.\n\n- item\n\nSecond & last."
    )
    expect(summary).toBe("First bold link line. item Second & last.")
    expect(renderArticle("word ".repeat(200)).summary.length).toBeLessThanOrEqual(280)
    expect(renderArticle("---").summary).toBe("")
  })

  it.each<readonly [string, string, Partial<ReturnType<typeof renderArticle>>]>([
    ["a paragraph", "a", { blocks: 1, depth: 1 }],
    ["emphasis in a paragraph", "a *b **c***", { blocks: 1, depth: 3 }],
    ["a list in a list", "- a\n  - b\n- c", { blocks: 3, depth: 4 }],
    ["an empty item", "-\n- a", { blocks: 2 }],
    ["a table", "|a|\n|-|\n|b|", { blocks: 2, depth: 4 }],
    ["a quote", "> a\n>\n> b", { blocks: 2, depth: 2 }],
    ["code and a rule", "```\na\n```\n\n---\n\n    b", { blocks: 3, depth: 1 }]
  ])("counts the blocks and the depth of %s", (_, markdown, expected) => {
    expect(renderArticle(markdown)).toMatchObject(expected)
  })

  const { blocksMax, content, depthMax } = articleGates

  it.each([
    ["quotes", `${"> ".repeat(depthMax)}a`, `${"> ".repeat(depthMax - 1)}a`],
    ["lists", `${"- ".repeat(depthMax / 2)}*a*`, `${"- ".repeat(depthMax / 2 - 1)}a`],
    ["emphasis", `${"*a ".repeat(depthMax)}b${"*".repeat(depthMax)}`, `${"*a ".repeat(9)}b${"*".repeat(9)}`]
  ])("is refused when its %s are nested too deep", (_, deep, fine) => {
    expect(renderArticle(deep).depth).toBeGreaterThan(depthMax)
    expect(renderArticle(deep).html).toBe("")
    expect(renderArticle(fine).depth).toBeLessThanOrEqual(depthMax)
    expect(renderArticle(fine).html).not.toBe("")
  })

  it("is refused when it has too many blocks, or would become too much HTML", () => {
    expect(renderArticle("a\n\n".repeat(blocksMax)).blocks).toBe(blocksMax)
    expect(renderArticle("a\n\n".repeat(blocksMax + 1))).toMatchObject({ blocks: blocksMax + 1, html: "" })
    const bomb = `[a]: https://example.org/${"x".repeat(2_000)}\n\n${"[a] ".repeat(40_000)}`
    expect(renderArticle(bomb)).toMatchObject({ html: "" })
    expect(renderArticle(bomb).html_length).toBeGreaterThan(articleGates.htmlLengthMax)
    const judged = judgeArticle({ title: "Bombs", content: bomb }, {
      renderer: {
        version: 1,
        *render(text) {
          yield text.length
          return renderArticle(text)
        }
      },
      filter: { find: findProfanity }
    })
    expect(Either.flip(judged).pipe(Either.getOrThrow).map(({ code, field }) => [code, field]))
      .toEqual([["INVALID_REQUEST", "content"]])
  })

  it.each([
    "[",
    "![[]()",
    "[a](<b",
    "*a **b ",
    "__a_",
    "~~a",
    "<!--",
    "<https://a.b> ",
    "|a\n",
    "# a\n",
    "[a]: b\n",
    "- a\n  ",
    "`a``"
  ])("costs linear time for %j, over and over", async (part) => {
    const input = (size: number): string => part.repeat(Math.ceil(size / part.length)).slice(0, size)
    expect(await costGrowth({ input, work: renderArticle, size: content.max / 4 })).toBeLessThan(linearGrowthMax)
  })
})

describe("the slug of a title", () => {
  it.each([
    ["Will it rain in November?", "will-it-rain-in-november"],
    ["  OpenAI's GPT-5: 90 % & rising ", "openais-gpt-5-90-and-rising"],
    ["Über Größe", "ueber-groesse"],
    ["Прогноз погоды", "prognoz-pogody"],
    ["Πρόβλεψη", "provlepsi"],
    ["日本の選挙", ""],
    ["🌊🌊🌊", ""],
    ["ＦＵＬＬ ｗｉｄｔｈ", "full-width"],
    ["../../etc/passwd", "etc-passwd"],
    ["<script>alert(1)</script>", "script-alert-1-script"],
    ["İstanbul’da deprem", "istanbul-da-deprem"]
  ])("%j is %j", (title, slug) => {
    expect(latinSlug(title)).toBe(slug)
  })

  it("has only letters, digits and single hyphens", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary", maxLength: 60 }), (title) => {
        expect(latinSlug(title)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
      }),
      { numRuns: 500 }
    )
  })
})
