import { archetypes, compilePersona } from "@auspex/domain/personas"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"
import { linkedAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"

const fox = archetypes.find(({ id }) => id === "superforecaster_fox")!

onEmbeddedDatabase("auspex personas", (db) => {
  const auspex = auspexOn(db)
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "auspex-personas-"))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const written = (name: string, text: string): string => {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const personas = (...argv: ReadonlyArray<string>) =>
    callAuspex(["personas", ...argv, "--server", auspex.url, "--output", "json"])

  it("lists archetypes without a key, and prints the prompt of one", async () => {
    const listed = await personas("archetypes")
    expect([listed.code, listed.json.archetypes.length]).toEqual([0, 50])
    const prompt = await callAuspex(["personas", "archetypes", fox.id, "--server", auspex.url])
    expect(prompt.out).toBe(`${compilePersona(fox.name, fox.dimensions)}\n`)
    const misspelt = await personas("archetypes", "superforcaster_fox")
    expect(misspelt.err).toContain("the nearest is superforecaster_fox")
    expect(misspelt.code).not.toBe(0)
  })

  it("creates, shows, assigns, unassigns and deletes as the account of a key", async () => {
    const agent = await linkedAgent(auspex)
    const key = ["--key-file", written("key", `${agent.key}\n`)]
    const created = await personas("create", "--archetype", fox.id, ...key)
    expect([created.code, created.json.archetype]).toEqual([0, fox.id])
    const { id } = created.json
    const answers = written("answers.json", JSON.stringify({ name: "Mine", answers: fox.dimensions }))
    const custom = await personas("create", "--interview", answers, ...key)
    expect([custom.code, custom.json.name]).toEqual([0, "Mine"])
    expect((await personas("list", ...key)).json).toMatchObject({ personas: [custom.json, created.json], total: 2 })
    const asked = await callAuspex(["personas", "interview", "--server", auspex.url])
    expect(asked.out).toMatch(/^1\. .*\n {3}epistemology: base_rates, /)
    const said = ["base_rates", "Rivers and their gauges.", "", "I am slow.", "prices"]
    const five = said.flatMap((answer) => ["--answer", answer])
    const answered = await personas("create", ...five, "--name", "Rivers", ...key)
    expect(answered.json).toMatchObject({ name: "Rivers", traits: { confidence_triggers: "prices" } })
    const shown = await callAuspex(["personas", "show", answered.json.id, ...key, "--server", auspex.url])
    expect(shown.out).toMatch(/source of field +answer/)
    const four = await personas("create", ...five.slice(2), ...key)
    expect([four.code, four.err]).toEqual([1, expect.stringContaining("it has 4")])
    const named = await personas("create", "--archetype", fox.id, "--name", "My fox", ...key)
    expect(named.json).toMatchObject({ name: "My fox", archetype: fox.id })
    expect((await personas("show", id, ...key)).json).toEqual(created.json)
    expect((await personas("assign", agent.id, id, ...key)).json.agent_count).toBe(1)
    const inUse = await personas("delete", id, "--yes", ...key)
    expect(inUse.err).toContain(agent.name)
    expect((await personas("unassign", agent.id, ...key)).json.agent_count).toBe(0)
    expect((await personas("delete", id, "--dry-run", ...key)).err).toContain("delete the persona Superforecaster Fox")
    expect((await personas("delete", id, "--yes", ...key)).json).toEqual({ id, deleted: true })
  })

  it("says what is missing or wrong", async () => {
    const key = ["--key-file", written("nobody", "sk_nobody")]
    for (
      const [argv, message] of [
        [["list"], "--key-file is missing"],
        [["create", ...key], "give one of --archetype, --answer (five times) and --interview"],
        [["create", "--interview", written("broken", "{"), ...key], "is not JSON"],
        [["list", "--key-file", path.join(folder, "none")], "cannot be read"]
      ] as const
    ) {
      const { code, err } = await personas(...argv)
      expect(code, argv.join(" ")).not.toBe(0)
      expect(err).toContain(message)
    }
  })
})
