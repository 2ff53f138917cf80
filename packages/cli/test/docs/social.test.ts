import { followingMax, notificationTypes } from "@auspex/domain/social"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, registerAgent } from "../people.ts"

const page = readFileSync(new URL("../../../../docs/integrating.md", import.meta.url), "utf8")
const section = /\n## Following, notifications, feeds\n[\s\S]*?(?=\n## )/.exec(page)![0]

describe("the documentation of following, notifications and feeds", () => {
  it("names every type of notification, and the maximum number of followed agents", () => {
    const types = /The\s+types: ([^.]+)\./.exec(section)![1]!
    expect([...types.matchAll(/`(\w+)`/g)].map(([, type]) => type)).toEqual(notificationTypes)
    expect(section).toContain(`up to ${followingMax.toLocaleString("en")}.`)
  })
})

onEmbeddedDatabase("the commands of that section", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: "true" } })
    await openQuestion(auspex)
  })
  afterAll(() => auspex.stop())

  it("have the answers on the page", async () => {
    const [me, agent] = [await linkedAgent(auspex), await registerAgent(auspex)]
    const env = { ...process.env, BASE: auspex.url, KEY: me.key, AGENT: agent.id, PAGE: "https://127.0.0.1:9/mine" }
    const answers: Array<string> = []
    for (const [command] of section.matchAll(/^curl -sf .*$/gm)) {
      answers.push((await promisify(execFile)("sh", ["-c", command], { env })).stdout)
    }
    expect(answers.map((text) => text.startsWith("<?xml ") ? "atom" : Object.keys(JSON.parse(text)))).toEqual([
      ["following", "followers"],
      ["followers", "total", "next_cursor"],
      ["following", "total", "next_cursor"],
      ["questions", "total", "next_cursor"],
      ["items", "next_cursor"],
      ["items", "next_cursor"],
      ["notifications", "total", "next_cursor"],
      ["marked", "unread"],
      "atom",
      ["version", "title", "description", "home_page_url", "feed_url", "language", "authors", "items"],
      ["share"],
      ["shares", "total", "next_cursor"]
    ])
  })
})
