import { sitemapLimits } from "@auspex/adapters-http/pictures"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { openQuestion } from "../people.ts"
import { auspexOn } from "../servers.ts"

const page = readFileSync(new URL("../../../../docs/integrating.md", import.meta.url), "utf8")
const section = /\n## Widgets and the site map\n[\s\S]*?(?=\n## )/.exec(page)![0]

onEmbeddedDatabase("the documentation of widgets and the site map", (db) => {
  const auspex = auspexOn(db)

  it("frames an existing page", async () => {
    const source = /<iframe src="https:\/\/auspex\.example(.+?)"/.exec(section)![1]!
    const answer = await auspex.call("GET", source.replace("QUESTION_ID", await openQuestion(auspex)))
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
  })

  it("requests the site map, and states its limits", async () => {
    const id = await openQuestion(auspex)
    const [command] = /^curl -sf .*$/m.exec(section)!
    const env = { ...process.env, BASE: auspex.url }
    const { stdout } = await promisify(execFile)("sh", ["-c", command], { env })
    expect(stdout).toContain(`<loc>http://auspex.test/questions/${id}</loc>`)
    expect(section).toMatch(new RegExp(`more than\\s${sitemapLimits.entriesMax.toLocaleString("en")} addresses`))
  })
})
