import { personaInterview } from "@auspex/domain/personas"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { beforeAll, expect, it } from "vitest"
import { linkedAgent, query, signUp, type TestHuman, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { outcome, type Reader, signIn } from "./reader.ts"

const interview = "/account/personas/interview"

onEmbeddedDatabase("pages of personas", (db) => {
  const auspex = auspexOn(db)
  let olive: TestHuman
  let reader: Reader
  beforeAll(async () => {
    olive = await verifiedHuman(auspex)
    reader = await signIn(auspex, olive)
  })

  const stored = () =>
    query(
      auspex,
      "select (select count(*)::integer from personas) as personas, (select count(*)::integer from persona_contents) as contents"
    )
  const essay = "I trust <b>tide gauges</b> & ice cores more than \"models\"."
  const answers = Object.fromEntries(
    personaInterview.map((_, at) => [`answers[${at}]`, at === 0 ? essay : ""] as const)
  )
  const promptIn = (text: string): string => /aria-label="Prompt">([^<]+)<\/pre>/.exec(text)![1]!

  it("show what the answers of the interview make, and store nothing before it is kept", async () => {
    const asked = await reader.get(interview)
    for (const { question } of personaInterview) expect(asked.text).toContain(question)
    const before = await stored()
    const shown = await reader.post(interview, { ...answers, name: "Tidewatch" })
    expect([shown.status, shown.text.includes("Nothing is kept yet")]).toEqual([200, true])
    expect(promptIn(shown.text)).toMatch(/^You are Tidewatch[^]*I trust &lt;b>tide gauges&lt;\/b> &amp; ice cores/)
    expect(shown.text).toContain("Epistemology</dt><dd>your words")
    expect(await stored()).toEqual(before)

    // The first form of the page keeps the shown persona.
    const [form] = /<form[^>]*action="\/account\/personas\/interview"[^]*?<\/form>/.exec(shown.text)!
    const given = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"\/>/g)]
      .map(([, name, value]) =>
        [name!, value!.replaceAll("&lt;", "<").replaceAll("&quot;", "\"").replaceAll("&amp;", "&")] as const
      )
    const kept = await reader.post(interview, given.filter(([name]) => name !== "form_token"))
    const page = kept.headers.get("location")!
    expect([kept.status, page]).toEqual([303, expect.stringMatching(/^\/account\/personas\/[0-9a-f-]{36}$/)])
    const persona = await reader.get(page)
    expect(promptIn(persona.text)).toBe(promptIn(shown.text))
    expect((await reader.get("/account/personas")).text).toContain("from an interview")
  })

  it("keep the answers of an interview that is refused", async () => {
    const refused = await reader.post(interview, { ...answers, name: "x".repeat(81) })
    expect([refused.status, refused.text.match(/class="wrong"/g)?.length]).toEqual([400, 1])
    expect(refused.text).toContain("I trust &lt;b>tide gauges&lt;/b> &amp; ice cores")
    const newcomer = await signIn(auspex, await signUp(auspex))
    const early = await newcomer.post(interview, answers)
    expect([early.status, early.text.includes("I trust &lt;b>tide gauges")]).toEqual([403, true])
  })

  it("give a persona to an agent, and delete it once no agent has it", async () => {
    const agent = await linkedAgent(auspex, { owner: olive })
    const made = await reader.post("/account/personas/from-archetype", { archetype: "superforecaster_fox", name: "" })
    const page = made.headers.get("location")!
    expect((await reader.get(page)).text).toContain("from the archetype Superforecaster Fox")
    const given = await reader.postAndFollow(`${page}/assign`, { agent_id: agent.id })
    expect(given.text).toContain("The agent reasons as Superforecaster Fox from now on.")
    expect(given.text).not.toContain("Delete this persona")
    expect(outcome(await reader.post(`${page}/delete`))).toBe("409")
    await reader.post(`${page}/unassign`, { agent_id: agent.id })
    const deleted = await reader.postAndFollow(`${page}/delete`)
    expect(deleted.text).toContain("Superforecaster Fox is deleted.")
    expect(outcome(await reader.get(page))).toBe("404")
  })

  it("hold nothing of other accounts", async () => {
    const made = await reader.post("/account/personas/from-archetype", { archetype: "macro_strategist" })
    const page = made.headers.get("location")!
    const other = await signIn(auspex, await verifiedHuman(auspex))
    const foreign = await linkedAgent(auspex)
    expect(outcome(await other.get(page))).toBe("404")
    expect(outcome(await other.post(`${page}/delete`))).toBe("404")
    expect(outcome(await reader.post(`${page}/assign`, { agent_id: foreign.id }))).toBe("404")
    expect((await other.get("/account/personas")).text).toContain("None yet.")
  })
})
