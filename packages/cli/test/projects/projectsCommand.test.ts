import { SourceIntake } from "@auspex/domain/projects"
import { onServerDatabase } from "@auspex/testkit/databases"
import { LocalSite } from "@auspex/testkit/outside"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"
import { keptServices } from "../commands/keptServices.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { verifiedHuman } from "../people.ts"
import { article } from "./article.ts"

const brief = "Should we move a tenth of the bond portfolio into private credit before the end of 2030?"

onServerDatabase("auspex research", (db) => {
  let auspex: RunningAuspex
  let site: LocalSite
  let key: string
  const directory = mkdtempSync(path.join(tmpdir(), "auspex-projects-"))
  beforeAll(async () => {
    site = await LocalSite.start()
    auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: true } })
    const { token } = await verifiedHuman(auspex)
    const { id } = (await auspex.call("POST", "/api/workspaces", { as: token, body: { name: "Olive" } })).body
    key = (await auspex.call("POST", `/api/workspaces/${id}/keys`, { as: token, body: { name: "cli" } })).body.secret
  })
  afterAll(async () => {
    await auspex.stop()
    await site.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const written = (name: string, text: string): string => {
    const file = path.join(directory, name)
    writeFileSync(file, text)
    return file
  }

  const ways = [
    ["the research API", () => ["--server", auspex.researchUrl]],
    ["a database", () => ["--database-url", db.url()]]
  ] as const

  describe.each(ways)("on %s", (_, target) => {
    const keep = keptServices()
    const call = (argv: ReadonlyArray<string>, stdin = "") =>
      callAuspex(["research", ...argv, ...target()], {
        stdin,
        keep,
        env: { AUSPEX_RESEARCH_KEY: key, AUSPEX_ALLOW_PRIVATE_EGRESS: "true" }
      })
    const ok = async (argv: ReadonlyArray<string>, stdin?: string) => {
      const called = await call([...argv, "--output", "json"], stdin)
      expect([argv, called.code, called.err]).toEqual([argv, 0, ""])
      return called.json
    }

    it("takes a brief to questions, sources and findings", async () => {
      const { id } = await ok(["projects", "create", "-", "--audience", "vc_partner"], brief)
      const file = written(
        "questions.yaml",
        `- text: Will the European Central Bank lower its deposit rate before 1 July 2035?
  kind: binary
  resolution_signal: press_release
  resolution_date: 2035-06-30
`
      )
      expect((await ok(["questions", "add", id, file])).questions).toMatchObject([{ project_id: id, kind: "binary" }])
      const again = await call(["questions", "add", id, file])
      expect([again.code, again.err]).toEqual([1, expect.stringContaining("[duplicate]")])
      const uri = site.put(`/${id}`, { body: article("Tides", "the moon over Saint-Malo") })
      await ok(["sources", "add", id, uri, "--title", "Tides"])
      await auspex.run(Effect.flatMap(SourceIntake, ({ readNext }) => readNext("reader")))
      expect((await ok(["sources", "list", id])).sources).toMatchObject([{ status: "ready", title: "Tides" }])
      const { findings } = await ok(["search", "moon over Saint-Malo", "--project", id])
      expect(findings[0].citation).toMatchObject({ uri, title: "Tides" })
      expect((await call(["search", "moon", "--project", id])).out).toMatch(/SCORE +SOURCE +TEXT/u)
      const shown = await call(["projects", "show", id])
      expect(shown.out).toMatch(/private credit[^]*deposit rate[^]*ready/u)
      expect((await ok(["projects", "list", "--kind", "research", "--all"])).projects.map(
        (project: { readonly id: string }) => project.id
      )).toContain(id)
      expect((await call(["projects", "archive", id, "--dry-run"])).err).toMatch(/would archive/u)
      expect((await ok(["projects", "archive", id, "--yes"])).status).toBe("archived")
    })

    it("makes audiences and simulations from files, and says which field does not fit", async () => {
      const questions = "questions: [{ text: Would you pay one euro a month for paper?, kind: binary }]"
      const segment = "{ name: Savers, persona: Retired and careful with money., weight: 1, size: 2 }"
      const made = await ok(["projects", "audience", "-"], `title: A fee\n${questions}\nsegments: [${segment}]\n`)
      expect(made).toMatchObject({ kind: "audience", panel: { segments: [{ name: "Savers", size: 2 }] } })
      const heavy = segment.replace("weight: 1", "weight: 0")
      const refused = await call(["projects", "audience", "-"], `title: A fee\n${questions}\nsegments: [${heavy}]\n`)
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("segments[0].weight must be above 0")])
      const file = written("simulation.yaml", "title: Rates\nexperts: three\nrounds: 2\n")
      const wrong = await call(["projects", "simulation", file])
      expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/simulation\.yaml.*experts/u)])
      expect((await call(["projects", "simulation", "-"], "title: [")).code).toBe(2)
    })

    it("makes a survey of plain texts only", async () => {
      const made = await ok(["projects", "survey", "Banks", "-"], "[Which bank do you use most often?]")
      expect(made).toMatchObject({ kind: "survey", question_count: 1 })
      const rich = await call(["projects", "survey", "Banks", "-"], "[{ text: Which bank do you use?, kind: multi }]")
      expect([rich.code, rich.err]).toEqual([2, expect.stringContaining("plain texts")])
    })

    it("says what is missing or wrong", async () => {
      const without = await callAuspex(["research", "projects", "list", ...target()])
      expect([without.code, without.err]).toEqual([6, expect.stringContaining("AUSPEX_RESEARCH_KEY")])
      const wrong = await callAuspex(["research", "projects", "list", ...target()], {
        env: { AUSPEX_RESEARCH_KEY: "rk_wrong" }
      })
      expect([wrong.code, wrong.err]).toEqual([6, expect.stringContaining("[INVALID_API_KEY]")])
      const short = await call(["projects", "create", "-"], "Too short.")
      expect([short.code, short.err]).toEqual([1, expect.stringContaining("brief needs 50")])
      const unknown = await call(["projects", "show", "unknown"])
      expect([unknown.code, unknown.err]).toEqual([3, expect.stringContaining("[PROJECT_NOT_FOUND]")])
    })
  })
})
