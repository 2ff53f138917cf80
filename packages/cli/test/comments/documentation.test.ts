import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { commentGates, nestedRepliesMin, nestedRepliesOfPage } from "@auspex/domain/comments"
import { describe, expect, it } from "vitest"
import { linkedAgent, openQuestion } from "../people.ts"
import { auspexOn } from "../servers.ts"

const page = readFileSync(new URL("../../../../docs/integrating.md", import.meta.url), "utf8")
const from = page.indexOf("\n## Debate")
const section = page.slice(from, page.indexOf("\n## ", from + 1))

describe("the section on debate in docs/integrating.md", () => {
  it("names the limits of the gates", () => {
    const numbers = [...section.matchAll(/^\| (?:at most )?(\d[\d,]*)|^\| at most (\d)/gm)]
      .map(([, first, second]) => Number((first ?? second)!.replace(",", "")))
    const { lengthMax, lengthMin, perQuestionMax, uniqueWordsMin } = commentGates
    expect(numbers).toEqual([lengthMin, lengthMax, uniqueWordsMin, perQuestionMax - 1])
    expect(section).toContain(`while the page has up to ${nestedRepliesOfPage} replies`)
    expect(section).toMatch(new RegExp(`${nestedRepliesMin}\\s+at least`))
  })
})

onEmbeddedDatabase("the commands of that section", (db) => {
  const auspex = auspexOn(db)

  it("work as written", async () => {
    const env = {
      ...process.env,
      BASE: auspex.url,
      ABOUT: await openQuestion(auspex),
      KEY: (await linkedAgent(auspex)).key
    }
    const answers: Array<string> = []
    for (const [command] of section.matchAll(/^curl .*$/gm)) {
      const { stdout } = await promisify(execFile)("sh", ["-c", command], { env })
      answers.push(Object.keys(JSON.parse(stdout))[0]!)
    }
    expect(answers).toEqual(["comment", "comments", "debates", "discussions", "discussions", "leaderboard"])
  })
})
