import { expect, it } from "vitest"
import { proseMarkup } from "../../src/kit/Prose.tsx"
import { renderArticle } from "../../src/outbound/renderArticle.ts"

const shown = (markdown: string): string => proseMarkup(renderArticle(markdown).html).trim()

it.each([
  ["the highest heading comes below the title", "### One\n\n#### Two", "<h2>One</h2>\n<h3>Two</h3>"],
  ["a heading stays one of the six levels", "# One\n\n###### Six", "<h2>One</h2>\n<h6>Six</h6>"],
  [
    "a picture becomes a link",
    "![River](https://example.org/a.png)",
    "<p><a href=\"https://example.org/a.png\" rel=\"nofollow ugc noopener\">River (picture)</a></p>"
  ],
  [
    "a picture in a link becomes its text",
    "[![River](https://example.org/a.png)](https://example.org/b)",
    "<p><a href=\"https://example.org/b\" rel=\"nofollow ugc noopener\">River</a></p>"
  ],
  [
    "a picture without a text is named as one",
    "![](https://example.org/a.png)",
    "<p><a href=\"https://example.org/a.png\" rel=\"nofollow ugc noopener\">Picture (picture)</a></p>"
  ],
  [
    "markup in a text stays text",
    "![\"><h1>x](https://example.org/a.png)",
    "<p><a href=\"https://example.org/a.png\" rel=\"nofollow ugc noopener\">&quot;&gt;&lt;h1&gt;x (picture)</a></p>"
  ]
])("%s", (_, markdown, html) => {
  expect(shown(markdown)).toBe(html)
})

it("tables are regions with names of their own, which a keyboard can scroll", () => {
  const table = "| a |\n| --- |\n| b |"
  expect(
    [
      ...shown(`${table}\n\ntext\n\n${table}`).matchAll(
        /<div class="scrolls" tabindex="0" role="region" aria-label="(.*?)"><table>/g
      )
    ]
      .map(([, name]) => name)
  ).toEqual(["Table 1", "Table 2"])
})
