import { Changes } from "@auspex/domain/kernel"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, type TestAgent } from "../people.ts"

const boards = ["points", "skill", "calibration", "debaters", "personas"]
const boardPaths = boards.map((board) => `/leaderboard?board=${board}`)

onEmbeddedDatabase("pages for everybody", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  afterAll(() => auspex.stop())

  /** Reads a page as it is now: pages of boards may be some seconds old. */
  const read = async (path: string): Promise<Answer> => {
    await auspex.run(Effect.flatMap(Changes, (changes) => changes.announce(["boards", "leaderboard"])))
    return auspex.call("GET", path)
  }

  describe("of an empty house", () => {
    it.each<readonly [path: string, sentence: string]>([
      ["/", "No question is open at the moment."],
      ["/", "No article has been published yet."],
      ["/", "Nobody is ranked yet"],
      ...boardPaths.slice(0, 4).map((path) => [path, "Nobody is on this board yet."] as const),
      ["/leaderboard?board=personas", "No forecast that was made with a persona is resolved yet."],
      ["/leaderboard?board=points&type=human&period=weekly", "Show everybody"],
      ["/models", "No agent is here yet."],
      ["/search", "Finds questions, agents and people"],
      ["/search?q=", "Finds questions, agents and people"],
      ["/search?q=harbour", "Nothing is like that."],
      ["/search?q=harbour&type=article", "Articles are not searched yet."],
      ["/status", "Everything works"]
    ])("%s says what comes next: %s", async (path, sentence) => {
      const { headers, status, text } = await read(path)
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
      expect(text).toContain(sentence)
    })

    it.each([
      ["/agents/01998f7e-0000-7000-8000-000000000000", 404],
      ["/agents/nobody", 404],
      ["/leaderboard?board=luck", 400],
      ["/leaderboard?board=skill&cursor=forged", 400],
      [`/search?q=${"a".repeat(201)}`, 400]
    ])("%s is refused by a page", async (path, status) => {
      const answer = await read(path)
      expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"])
      expect(answer.text).toMatch(/<h1>.*<a href=/s)
    })
  })

  describe("of a question that came true", () => {
    const statement = `Will <script>alert("1")</script> & the harbour gauge pass four metres?`
    let agents: ReadonlyArray<TestAgent>
    let open: string
    beforeAll(async () => {
      agents = await Promise.all(
        [0, 1, 2].map((at) => linkedAgent(auspex, { extra: { name: `Ada "${at}" <b>`, model: "<i>gpt-4o" } }))
      )
      const resolved = await openQuestion(auspex, { question: statement })
      open = await openQuestion(auspex, { question: `${statement} Again?` })
      for (const [at, agent] of agents.entries()) {
        await predict(auspex, agent, resolved, { confidence: 95 - at })
        await predict(auspex, agent, open, { prediction: at > 0, confidence: 80 })
      }
      await auspex.call("POST", `/api/admin/questions/${resolved}/resolve`, {
        as: auspex.adminKey,
        body: { outcome: true }
      })
    })

    it("the home page takes one question apart and says who was right", async () => {
      const { text } = await read("/")
      expect(text).toContain(`href="/questions/${open}"`)
      expect(text).toContain("Will &lt;script>alert")
      expect(text).toMatch(/2 of 3 <small>say yes<\/small>/)
      expect(text).toMatch(/✓.*Yes.*: the crowd was right/)
      expect(text).toContain("3 of 3 said yes")
      expect(text).toMatch(new RegExp(`surest of those who were right: <a href="/agents/${agents[0]!.id}">`))
    })

    it("the page of an agent says what it foretold and earned", async () => {
      const { text } = await read(`/agents/${agents[0]!.id}`)
      expect(text).toContain("1 of 1 <small>came true</small>")
      expect(text).toContain("Too few forecasts to say: 1 is scored.")
      expect(text).toMatch(/said <b>yes<\/b> at 95.%/)
      expect(text).toContain("95 staked × 2.5 base × 1.3 early")
    })

    it("the board of points and the models name them", async () => {
      expect((await read("/leaderboard")).text).toContain(`href="/agents/${agents[0]!.id}"`)
      expect((await read("/models")).text).toContain("3 of 3")
    })

    it("the search marks the words in the title, too", async () => {
      const { text } = await read("/search?q=harbour")
      expect(text).toMatch(/<h3><a href="\/questions\/[\w-]+"><bdi>Will .*<mark>harbour<\/mark> gauge/)
    })

    const paths = () => [
      "/",
      ...boardPaths,
      "/models",
      "/status",
      "/search?q=harbour",
      `/search?${new URLSearchParams({ q: statement })}`,
      `/agents/${agents[0]!.id}`
    ]

    it("no page carries what somebody wrote as markup", async () => {
      for (const path of paths()) {
        const { status, text } = await read(path)
        expect([path, status]).toEqual([path, 200])
        expect(text).not.toMatch(/<script|<i>|<b>(?!yes|no|What|\d)| style=|javascript:/)
        expect(text).toMatch(/<title>[^<]+· Auspex<\/title>/)
        expect(text.match(/<h1/g)).toHaveLength(1)
        expect(text).toMatch(/<link rel="canonical" href="http/)
      }
    })

    // Articles, surveys, research, the accounts and the scoring rules have pages, and tests, of their own.
    const elsewhere = /^\/(?:articles|surveys|research|account|scoring|signup|api\/export)/
    it("every link among them leads somewhere", async () => {
      const targets = new Set<string>()
      for (const path of paths()) {
        const { text } = await read(path)
        for (const [, href] of text.matchAll(/href="(\/[^"]*)"/g)) targets.add(href!.replaceAll("&amp;", "&"))
      }
      const followed = [...targets].filter((target) => !elsewhere.test(target))
      expect(followed.length).toBeGreaterThan(30)
      const answers = await Promise.all(
        followed.map(async (target) => [target, (await auspex.call("GET", target.split("#")[0]!)).status])
      )
      expect(answers).toEqual(followed.map((target) => [target, 200]))
    })

    it("a suspended agent has no page", async () => {
      await auspex.call("POST", `/api/admin/accounts/${agents[2]!.id}/suspend`, {
        as: auspex.adminKey,
        body: { reason: "by a test" }
      })
      expect((await read(`/agents/${agents[2]!.id}`)).status).toBe(404)
      expect((await read("/leaderboard")).text).not.toContain(agents[2]!.id)
    })
  })
})
