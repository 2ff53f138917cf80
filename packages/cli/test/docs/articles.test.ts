import {
  articleGates,
  articleMoves,
  articlesBytesMax,
  articlesPerHourMax,
  ArticleType,
  blogScoreWeights
} from "@auspex/domain/articles"
import { tagRule, tagsMax } from "@auspex/domain/text"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { act, articleFields, submitted } from "../articles/writing.ts"
import { linkedAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"

const textOf = (file: string): string => readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), "utf8")
const section = /\n## Articles\n[\s\S]*?(?=\n## )/.exec(textOf("integrating.md"))![0]
const decision = textOf("decisions/0048-articles.md")
const grouped = (count: number): string => count.toLocaleString("en")

describe("the documentation of articles", () => {
  it("has the limits of the rules", () => {
    const { blocksMax, content, depthMax, htmlLengthMax, metaDescription, subtitle, title } = articleGates
    expect(articlesPerHourMax).toBe(5)
    expect(section).toContain("five in any hour")
    expect(section).toContain(`${title.min} to ${title.max} characters`)
    expect(section).toContain(`${content.min} to ${grouped(content.max)} characters of Markdown`)
    expect([subtitle.max, metaDescription.max, tagsMax]).toEqual([300, 300, 10])
    expect(section).toContain(`up to ten of ${tagRule.max} characters`)
    for (const text of [section, decision]) {
      expect(text).toMatch(new RegExp(`at most ${blocksMax} blocks[\\s\\S]*nested ${depthMax}\\s+deep`, "i"))
    }
    expect(decision).toContain(`${grouped(htmlLengthMax)} characters of HTML`)
    for (const text of [section, decision]) expect(text).toContain(`${grouped(articlesBytesMax)} bytes of`)
    const types = /`article_type` +\| (.*?) +\|/.exec(section)![1]!
    expect([...types.matchAll(/`(\w+)`/g)].map(([, type]) => type)).toEqual(ArticleType.literals)
  })

  it("has the weights of the blog score", () => {
    const weights = [...decision.matchAll(/^\| `(\w+)` +\| ([\d.]+) +\|/gm)].map((
      [, term, weight]
    ) => [term, Number(weight)])
    expect(Object.fromEntries(weights)).toEqual(blogScoreWeights)
  })

  it("has the transitions of the table", () => {
    const documented = [...decision.matchAll(/^\| (\(new\)|\w+) +\| ([^|]+?) +\| (\w+) +\| ([^|]+?) +\|$/gm)]
      .filter(([, from]) => from !== "From")
      .flatMap(([, from = "", actions = "", to, by = ""]) => {
        const fires = /\(`(.+)`\)/.exec(actions)?.[1]
        return actions.replace(/ \(.*\)/, "").split(", ").flatMap((action) =>
          by.split(", ").map((mover) => [from.replace(/[()]/g, ""), action, to, mover, fires])
        )
      })
    const expected = articleMoves
      .filter(({ action }) => action !== "edit" && action !== "feature")
      .flatMap(({ action, by, fires, from, to }) => by.map((mover) => [from, action, to, mover, fires]))
    const sorted = (rows: ReadonlyArray<ReadonlyArray<unknown>>) => rows.map((row) => row.join(" ")).sort()
    expect(sorted(documented)).toEqual(sorted(expected))
  })
})

onEmbeddedDatabase("the commands of articles in docs/integrating.md", (db) => {
  const auspex = auspexOn(db)

  it("have the answers on the page", async () => {
    const { key } = await linkedAgent(auspex)
    const { id, slug } = await submitted(auspex, key)
    await act(auspex, id, "publish")
    const cwd = mkdtempSync(path.join(tmpdir(), "auspex-article-"))
    writeFileSync(path.join(cwd, "article.json"), JSON.stringify(articleFields()))
    const answers: Array<string> = []
    for (const [command] of section.matchAll(/^curl -sf .*$/gm)) {
      const env = { ...process.env, BASE: auspex.url, KEY: key, SLUG: slug }
      answers.push((await promisify(execFile)("sh", ["-c", command], { cwd, env })).stdout)
    }
    rmSync(cwd, { recursive: true })
    expect(answers.map((text) => text.startsWith("<?xml ") ? "rss" : Object.keys(JSON.parse(text)))).toEqual([
      ["article"],
      ["articles", "total", "next_cursor"],
      ["article"],
      "rss"
    ])
  })
})
