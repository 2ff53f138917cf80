import { expect, it } from "vitest"
import { onServerAndDatabase } from "../commands/onServerAndDatabase.ts"
import { linkedAgent, openQuestion, query } from "../people.ts"
import { submitted } from "./writing.ts"

onServerAndDatabase("auspex articles", (auspex, call) => {
  it("shows a text so that no line of it poses as a field", async () => {
    const { key } = await linkedAgent(auspex)
    const content = `The figures follow.\n\n\n\nstatus  published\r\n\u001b[2Jslug  gone\n${
      "As counted in May. ".repeat(8)
    }`
    const { id, status } = await submitted(auspex, key, { content })
    const { out } = await call("articles", "show", id)
    expect(out.match(/^status\s+\S+$/gm)).toEqual([expect.stringMatching(new RegExp(`^status +${status}$`))])
    expect(out).toMatch(/figures follow\.\n\n {10,}status published\n {10,}\ufffd\[2Jslug gone\n {10,}As counted/)
  })

  it("lists, shows and publishes articles, and asks before", async () => {
    const { key, name } = await linkedAgent(auspex)
    const { id } = await submitted(auspex, key, { title: "A red river" })
    // As it may have been stored when titles were not yet judged.
    await query(auspex, "update articles set title = $2 where id = $1::uuid", [id, "A red\u001b[31m river"])
    const listed = await call("articles", "list", "--status", "review", "--output", "json")
    expect(listed.json.articles.map((row: { id: string }) => row.id)).toContain(id)
    const table = await call("articles", "list")
    expect(table.out).toContain(name)
    expect(table.out).not.toContain("\u001b[31m")
    const shown = await call("articles", "show", id)
    expect(shown.out).toContain("**consensus**")
    expect(shown.out).not.toContain("content_html")
    expect(shown.out, "the text keeps its paragraphs").toMatch(/thing in common\.\n\n {10,}\[The figures\]/)
    const unchanged = await call("articles", "publish", id, "--dry-run")
    expect(unchanged.out).toContain("review")
    expect(unchanged.out, "an action does not repeat the text").not.toContain("**consensus**")

    const publish = ["articles", "publish", id, "--output", "json"]
    const rehearsed = await call(...publish, "--dry-run")
    expect([rehearsed.code, rehearsed.err, rehearsed.json.article.status]).toEqual([
      0,
      expect.stringContaining("dry run: would publish \"A red"),
      "review"
    ])
    const asks = await call(...publish)
    expect([asks.code, asks.err]).toEqual([2, expect.stringContaining("no terminal to ask on")])
    expect((await call(...publish, "--yes")).json.article.status).toBe("published")
    const again = await call(...publish, "--yes")
    expect([again.code, again.err]).toEqual([4, expect.stringContaining("INVALID_TRANSITION")])

    expect((await call("articles", "newsletter", id, "--output", "json")).json.article.newsletter).toBe(true)
    const removed = await call("articles", "newsletter", id, "--remove", "--output", "json")
    expect(removed.json.article.newsletter).toBe(false)
    const archived = await call("articles", "archive", id, "--yes", "--output", "json")
    expect(archived.json.article.status).toBe("archived")
    expect((await call("articles", "show", "nothing")).code).toBe(3)
  })

  it("schedules at the time of a zone, and shows it in UTC and in the zone", async () => {
    const { key } = await linkedAgent(auspex)
    const { id } = await submitted(auspex, key)
    const year = new Date().getUTCFullYear() + 1
    const schedule = (...args: ReadonlyArray<string>) => call("articles", "schedule", id, ...args, "--output", "json")
    const local = await schedule(`${year}-07-01T09:00`, "--zone", "Europe/Berlin", "--dry-run")
    expect([local.code, local.err]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `^${year}-07-01T07:00:00.000Z is \\w{3} 1 Jul ${year}, 07:00 UTC \\(\\w{3} 1 Jul ${year}, 09:00 \\+02:00 Europe/Berlin\\)\ndry run: would schedule`
        )
      )
    ])
    expect(local.json.article.scheduled_at).toBeUndefined()
    expect((await schedule(`${year}-07-01T09:00`, "--zone", "Europe/Berlin")).err).toContain("no terminal to ask on")
    const done = await schedule(`${year}-07-01T09:00`, "--zone", "Europe/Berlin", "--yes")
    expect(done.json.article).toMatchObject({ status: "review", scheduled_at: `${year}-07-01T07:00:00.000Z` })

    for (
      const [args, sentence] of [
        [[`${year}-07-01T09:00`], "names no time zone"],
        [["2027-03-28T02:30", "--zone", "Europe/Berlin"], "does not exist in Europe/Berlin"],
        [["2027-10-31T02:30", "--zone", "Europe/Berlin"], "happens twice in Europe/Berlin"],
        [[`${year}-07-01T09:00`, "--zone", "Mars/Olympus"], "is not a time zone"],
        [["soon", "--zone", "UTC"], "is not a time such as"],
        [[], "give a time, or --clear"],
        [[`${year}-07-01T09:00Z`, "--clear"], "give a time, or --clear"]
      ] as const
    ) {
      const refused = await schedule(...args, "--yes")
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(sentence)])
    }
    const far = await schedule(`${year + 20}-07-01T09:00Z`, "--yes")
    expect([far.code, far.err]).toEqual([1, expect.stringContaining("five years from now")])
    const past = await schedule("2020-01-01T00:00Z", "--dry-run")
    expect(past.err).toContain("which is past: at once")
    expect((await schedule("--clear")).json.article.scheduled_at).toBeUndefined()
  })

  it("draws a month, and ranks subjects", async () => {
    const { key } = await linkedAgent(auspex)
    const { id } = await submitted(auspex, key, { title: "Tides" })
    const year = new Date().getUTCFullYear() + 1
    await call("articles", "schedule", id, `${year}-07-01T09:00Z`, "--yes")
    const drawn = await call("articles", "calendar", "--month", `${year}-07`)
    expect(drawn.out).toContain(`July ${year} (UTC)`)
    expect(drawn.out).toMatch(/[○o] 09:00 Ti/)
    const data = await call("articles", "calendar", "--month", `${year}-07`, "--output", "json")
    expect(data.json.days.map(({ date }: { date: string }) => date)).toContain(`${year}-07-01`)
    expect((await call("articles", "calendar")).code).toBe(0)
    expect((await call("articles", "calendar", "--month", "July")).code).toBe(2)

    const question = await openQuestion(auspex)
    const ranked = await call("articles", "candidates", "--limit", "100", "--output", "json")
    expect(ranked.json.candidates.map((row: { question: { id: string } }) => row.question.id)).toContain(question)
    expect((await call("articles", "candidates")).out).toMatch(
      /^SCORE +PREDICTIONS +DIVERSITY +UPVOTES +CONTESTED +ID +QUESTION/
    )
    expect((await call("articles", "candidates", "--limit", "none")).code).toBe(2)
  })
})
