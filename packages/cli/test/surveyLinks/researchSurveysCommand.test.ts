import { onServerDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"
import { keptServices } from "../commands/keptServices.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { type ResearchMember, researchMember } from "../projects/researchMember.ts"
import { newSurvey, questionsOfAllKinds, send } from "./answering.ts"

onServerDatabase("auspex research surveys", (db) => {
  let auspex: RunningAuspex
  let member: ResearchMember
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    member = await researchMember(auspex)
  })
  afterAll(() => auspex.stop())

  const ways = [
    ["the research API", () => ["--server", auspex.researchUrl]],
    ["a database", () => ["--database-url", db.url()]]
  ] as const

  describe.each(ways)("on %s", (_, target) => {
    const keep = keptServices()
    const call = (argv: ReadonlyArray<string>, stdin = "") =>
      callAuspex(["research", ...argv, ...target()], { stdin, keep, env: { AUSPEX_RESEARCH_KEY: member.key } })
    const ok = async (argv: ReadonlyArray<string>, stdin?: string) => {
      const called = await call([...argv, "--output", "json"], stdin)
      expect([argv, called.code]).toEqual([argv, 0])
      return called.json
    }

    it("makes links, closes them, and shows what people answered", async () => {
      const { id, questions } = await newSurvey(member, questionsOfAllKinds)
      const [words, fee, , scale, , matrix] = questions as [string, string, string, string, string, string]
      const far = await call(["surveys", "link", id, "Staff", "--closes-at", "2095-01-01"])
      expect([far.code, far.err]).toEqual([1, expect.stringContaining("at most 366 days from now")])
      const closesAt = new Date(Date.now() + 86_400_000).toISOString()
      const { link, token, url } = await ok([
        "surveys",
        "link",
        id,
        "Staff",
        "--closes-at",
        closesAt,
        "--responses-max",
        "3"
      ])
      expect([link.name, link.responses_max, url.endsWith(`/s/${token}`)]).toEqual(["Staff", 3, true])
      await send(auspex, token, { [fee]: "0", [words]: "Shorter queues.", [scale]: "6", [`${matrix}.0`]: "2" })
      await send(auspex, token, { [fee]: "1" })
      expect((await call(["surveys", "links", id])).out).toMatch(/open +2\/3 .*Staff/u)
      expect((await ok(["surveys", "responses", id, "--link", link.id])).total).toBe(2)
      expect((await call(["surveys", "responses", id])).out).toMatch(/Shorter queues\.; yes; 7/u)
      const drawn = await call(["surveys", "results", id])
      expect([drawn.code, drawn.err]).toEqual([0, ""])
      expect(drawn.out).toMatch(/^2 responses\n[^]*no random sample/u)
      expect(drawn.out).toMatch(
        /2\. Would you pay[^\n]*\n +2 answered, 0 did not\n +yes +█+ +50 % \(9-91\) +1\n/u
      )
      expect(drawn.out).toMatch(/mean 7\.00, median 7; 6-7: 100 % \(21-100\), 1-2: 0 % \(0-79\)/u)
      expect(drawn.out).toMatch(/Branch: 1 answered/u)
      expect((await ok(["surveys", "results", id])).responses).toBe(2)
      expect((await call(["surveys", "close", id, link.id, "--dry-run"])).err).toMatch(/would close/u)
      expect((await ok(["surveys", "close", id, link.id, "--yes"])).status).toBe("closed")
    })

    it("assigns a panel from a file", async () => {
      const { id } = await newSurvey(member)
      const segment = "{ name: Savers, persona: Retired and careful with money., weight: 1, size: 2 }"
      const { segments } = await ok(["surveys", "assign", id, "-"], `segments: [${segment}]\n`)
      expect(segments).toMatchObject([{ name: "Savers", size: 2 }])
      const wrong = await call(["surveys", "assign", id, "-"], "segment: []\n")
      expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("segments")])
      const refused = await call(["surveys", "link", id, "Staff", "--closes-at", "soon"])
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("--closes-at")])
    })
  })
})
