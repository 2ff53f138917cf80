import { searchMatchesMax } from "@auspex/domain/insight"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import {
  draftQuestion,
  fresh,
  openQuestion,
  query,
  registerAgent,
  signUp,
  type TestAgent,
  type TestHuman
} from "../people.ts"
import { type Found, searcher } from "./searcher.ts"

onServerDatabaseFirst("searching", (db) => {
  let auspex: RunningAuspex
  const questions: Record<string, string> = {}
  const agents: Record<string, TestAgent> = {}
  let keeper: TestHuman
  const names = new Map<string, string>()

  const question = async (name: string, text: string, extra: object = {}) => {
    questions[name] = await openQuestion(auspex, { question: text, ...extra })
    names.set(questions[name], name)
  }
  const agent = async (name: string, profile: object = {}) => {
    agents[name] = await registerAgent(auspex, { name, model: "gpt-4o" })
    names.set(agents[name].id, name)
    await auspex.call("PATCH", "/api/me", { as: agents[name].key, body: profile })
  }
  const suspend = (name: string, step: "suspend" | "restore") =>
    auspex.call("POST", `/api/admin/accounts/${agents[name]!.id}/${step}`, {
      as: auspex.adminKey,
      ...(step === "suspend" ? { body: { reason: "by a test" } } : {})
    })

  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    await question("gauge", "Will the harbour gauge pass four metres before the river freezes?")
    await question("river", "Will the river run dry?", { context: "The harbour depends on it." })
    await question("tagged", "Will the vote be held in spring?", { tag: "#harbours" })
    await question("markup", `Will <b onload="x">zebra</b> & \uE000 \uE001 1 < 2 zebras 'bark'?`)
    await question("resolved", "Will the quokka be counted?")
    await auspex.call("POST", `/api/admin/questions/${questions["resolved"]}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true }
    })
    await question("closed", "Will the quokka be counted again?")
    await auspex.call("POST", `/api/admin/questions/${questions["closed"]}/close`, { as: auspex.adminKey })
    // These must not be found.
    await draftQuestion(auspex, { question: "Will the quokka of a draft be counted?" })
    const approved = await draftQuestion(auspex, { question: "Will the approved quokka be counted?" })
    await auspex.call("POST", `/api/admin/questions/${approved}/approve`, { as: auspex.adminKey })
    keeper = await signUp(auspex, { name: "Bilby Keeper" })
    names.set(keeper.id, "Bilby Keeper")

    await agent("Harbour")
    await agent("Harbour Harbour Harbour", { bio: "Harbour, harbour, harbour." })
    await agent("Tide", { bio: "Knows each harbour." })
    await agent("Lock", { domain_focus: "harbour" })
    await agent("The Who")
    await agent("Running Hare")
    await agent("Gone Quokka", { bio: "Quokka." })
    await suspend("Gone Quokka", "suspend")
  })
  afterAll(() => auspex.stop())

  const { ask, search } = searcher(() => auspex)
  const namesOf = async (q: string, extra = ""): Promise<Array<string>> =>
    (await search(q, extra)).results.map(({ id }) => names.get(id)!)

  it("finds questions by text, context and tag, and agents by name, focus, model and bio", async () => {
    const found = await search("harbour")
    expect([found.total, found.total_is_capped, found.next_cursor]).toEqual([7, false, null])
    expect(found.results.map(({ id, type }) => `${type} ${names.get(id)}`).sort()).toEqual([
      "agent Harbour",
      "agent Harbour Harbour Harbour",
      "agent Lock",
      "agent Tide",
      "question gauge",
      "question river",
      "question tagged"
    ])
    expect((await namesOf("gpt-4o")).length).toBe(6)
  })

  it("ranks exact names first, regardless of case and width, then matches in more important fields", async () => {
    for (const q of ["Harbour", "HARBOUR", "  harbour ", "Ｈａｒｂｏｕｒ"]) {
      expect([q, (await namesOf(q))[0]]).toEqual([q, "Harbour"])
    }
    expect((await search("harbour")).results[0]!.rank).toBe(1)
    const [, second, ...others] = await namesOf("harbour", "&type=agent")
    expect([second, others]).toEqual(["Harbour Harbour Harbour", ["Lock", "Tide"]])
    expect((await namesOf("harbour", "&type=question"))[0]).toBe("gauge")
    // A name of words that no other test searches for.
    expect(await namesOf("the who")).toEqual(["The Who"])
  })

  it("returns URLs that can be read", async () => {
    for (const { type, url } of (await search("harbour")).results) {
      expect([type, (await auspex.call("GET", url)).status]).toEqual([type, 200])
    }
  })

  it.each([
    ["river -harbour", []],
    ["river -gauge", ["river"]],
    ["\"river freezes\"", ["gauge"]],
    ["\"freezes river\"", []],
    ["\"river freezes\" OR dry", ["gauge", "river"]],
    ["\"freezes river\" OR dry", ["river"]],
    ["harbour river OR metres -dry", ["gauge"]],
    ["freezes OR dry", ["gauge", "river"]],
    ["freezes or dry", ["gauge", "river"]],
    ["freezing rivers", ["gauge"]],
    ["quokka", ["closed", "resolved"]],
    ["nothing of the sort", []]
  ])("understands %s", async (q, expected) => {
    expect((await namesOf(q)).sort()).toEqual(expected)
  })

  it("ranks by the positive terms, regardless of exclusions", async () => {
    const ranks = async (q: string) =>
      (await search(q, "&type=question")).results.map(({ id, rank }) => [names.get(id), rank])
    const [first, ...others] = await ranks("harbour")
    expect(first![1]).toBeGreaterThan(Number(others[0]![1]))
    expect(await ranks("harbour -zebra -\"no such thing\"")).toEqual([first, ...others])
  })

  it("finds names in other forms, too, and exactly so written ones first", async () => {
    expect(await namesOf("running", "&type=agent")).toEqual(["Running Hare"])
    expect((await namesOf("run")).sort()).toEqual(["Running Hare", "river"])
    expect((await namesOf("running hare"))[0]).toBe("Running Hare")
  })

  it("finds what has some of the words, only when nothing has all, on all pages", async () => {
    expect(await namesOf("harbour gauge metres")).toEqual(["gauge"])
    const near = await search("harbour gauge narwhals", "&type=question")
    expect(names.get(near.results[0]!.id)).toBe("gauge")
    expect(near.results.map(({ id }) => names.get(id)!).sort()).toEqual(["gauge", "river", "tagged"])
    expect([near.total, near.total_is_capped]).toEqual([3, false])
    const seen: Array<string> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: Found = await search(
        "harbour gauge narwhals",
        `&type=question&limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`
      )
      expect([page.results.length, page.total]).toEqual([1, 3])
      seen.push(...page.results.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(near.results.map(({ id }) => id))
    expect(await namesOf("\"harbour river\" narwhals")).toEqual([])
  })

  it("finds people by their name and bio, but not by their address", async () => {
    expect(await namesOf("bilby", "&type=human")).toEqual(["Bilby Keeper"])
    expect(await namesOf("bilby", "&type=agent")).toEqual([])
    const [found] = (await search("BILBY keeper")).results
    expect(found).toMatchObject({ type: "human", rank: 1, url: `/api/agents/${keeper.id}` })
    expect((await auspex.call("GET", found!.url)).body).toMatchObject({ type: "human", name: "Bilby Keeper" })
    for (const q of [keeper.email, keeper.email.split("@")[0]!]) expect(await namesOf(q)).toEqual([])
  })

  it("is limited to the requested type; there are no articles", async () => {
    expect((await namesOf("harbour", "&type=question")).sort()).toEqual(["gauge", "river", "tagged"])
    expect((await search("harbour", "&type=agent")).total).toBe(4)
    expect(await search("harbour", "&type=article")).toEqual({
      results: [],
      total: 0,
      total_is_capped: false,
      next_cursor: null
    })
    expect((await search("harbour", "&type=all")).total).toBe(7)
    expect((await search("harbour", "&type=human")).total).toBe(0)
    const { body, status } = await ask("harbour", "&type=person")
    expect([status, body.code, body.failures[0].field]).toEqual([400, "INVALID_REQUEST", "type"])
  })

  it("marks the matches in an otherwise unchanged, safe text of one line", async () => {
    const [gauge] = (await search("gauges")).results
    expect(gauge).toMatchObject({
      title: "Will the harbour gauge pass four metres before the river freezes?",
      snippet: "Will the harbour <mark>gauge</mark> pass four metres before the river freezes?"
    })
    const [markup] = (await search("zebra")).results
    expect(markup!.title).toBe(`Will <b onload="x">zebra</b> & \uE000 \uE001 1 < 2 zebras 'bark'?`)
    expect(markup!.snippet).toBe(
      "Will &lt;b onload=&quot;x&quot;&gt;<mark>zebra</mark>&lt;/b&gt; &amp; 1 &lt; 2 <mark>zebras</mark> &#39;bark&#39;?"
    )
  })

  it("finds a renamed agent by its new name only, and not while it is suspended", async () => {
    await agent("Axolotl")
    const { id, key } = agents["Axolotl"]!
    expect(await namesOf("axolotl")).toEqual(["Axolotl"])
    await suspend("Axolotl", "suspend")
    expect(await namesOf("axolotl")).toEqual([])
    await suspend("Axolotl", "restore")
    expect(await namesOf("axolotl")).toEqual(["Axolotl"])
    await auspex.call("PATCH", "/api/me", { as: key, body: { bio: "Once a salamander." } })
    expect(await namesOf("salamander")).toEqual(["Axolotl"])
    await query(auspex, "update accounts set name = 'Renamed', name_key = 'renamed' where id = $1::uuid", [id])
    expect([await namesOf("axolotl"), await namesOf("renamed")]).toEqual([[], ["Axolotl"]])
  })

  it("uses the current text of a question", async () => {
    const id = await draftQuestion(auspex, { question: "Will the wombat dig?" })
    names.set(id, "wombat")
    expect(await namesOf("wombat")).toEqual([])
    for (const step of ["approve", "publish"]) {
      await auspex.call("POST", `/api/admin/questions/${id}/${step}`, { as: auspex.adminKey })
    }
    expect(await namesOf("wombats")).toEqual(["wombat"])
  })

  it("lists each result once across pages, while new ones arrive", async () => {
    await query(
      auspex,
      `insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type,
        context)
      select gen_random_uuid(), 'Platypus ' || n, 'society', 'long', 'Nobody', auspex_now()::date + 300, 'open', 'binary',
        repeat('platypus ', n % 3)
      from generate_series(1, 60) n`
    )
    await query(
      auspex,
      `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model, bio)
      select gen_random_uuid(), 'agent', 'Platypus ' || n, 'platypus ' || n, 'predictor', 'P' || n, 'verified', 'gpt-5',
        repeat('platypus ', n % 4)
      from generate_series(1, 60) n`
    )
    const { results, total } = await search("platypus", "&limit=100")
    expect([results.length, total]).toEqual([100, 120])
    const all = [...results, ...(await search("platypus", "&limit=100&offset=100")).results].map(({ id }) => id)
    expect(new Set(all).size).toBe(120)
    const seen: Array<string> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: Found = await search("platypus", `&limit=17${cursor === "" ? "" : `&cursor=${cursor}`}`)
      seen.push(...page.results.map(({ id }) => id))
      cursor = page.next_cursor
      await openQuestion(auspex, { question: `Will platypus number ${fresh()} come?` })
      await registerAgent(auspex, { name: `Platypus ${1_000 + fresh()}` })
    }
    expect(seen.filter((id) => all.includes(id))).toEqual(all)
    expect(new Set(seen).size).toBe(seen.length)
    expect((await search("platypus", "&offset=10000")).results).toEqual([])
    for (const list of ["/api/discover", "/api/questions"]) {
      const { next_cursor } = (await auspex.call("GET", `${list}?limit=1`)).body
      expect((await ask("platypus", `&cursor=${next_cursor}`)).status).toBe(400)
    }
  })

  it("counts a thousand of a type, and reports that there are more", async () => {
    const count = async (type: string) => {
      const { total, total_is_capped } = await search("numbat", `&type=${type}&limit=1`)
      return [total, total_is_capped]
    }
    const add = (from: number, to: number) =>
      query(
        auspex,
        `insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status,
          question_type, created_at)
        select gen_random_uuid(), 'Numbat ' || n, 'society', 'long', 'Nobody', auspex_now()::date + 300, 'open', 'binary',
          auspex_now() + n * interval '1 second'
        from generate_series($1::integer, $2::integer) n`,
        [from, to]
      )
    await add(1, searchMatchesMax)
    await agent("Numbat")
    expect(await count("question")).toEqual([1_000, false])
    expect(await count("all")).toEqual([1_001, false])
    await add(searchMatchesMax + 1, searchMatchesMax + 5)
    expect(await count("question")).toEqual([1_000, true])
    expect(await count("all")).toEqual([1_001, true])
    expect(await count("agent")).toEqual([1, false])
    expect(await namesOf("numbat", "&limit=1")).toEqual(["Numbat"])
    // An exact name is found regardless of the number of newer matches.
    await query(
      auspex,
      `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model)
      select ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'agent', 'Numbat ' || n, 'numbat ' || n,
        'predictor', 'N' || n, 'verified', 'gpt-5'
      from generate_series(1, $1::integer) n`,
      [searchMatchesMax]
    )
    expect(await count("agent")).toEqual([1_000, true])
    expect(await namesOf("numbat", "&limit=1")).toEqual(["Numbat"])
    expect((await search("numbat", "&type=question&limit=100&offset=950")).results).toHaveLength(50)
    // A more specific query finds the older ones, too.
    expect((await search("\"numbat 3\"", "&type=question")).total).toBe(1)
    const last = await search("numbat", "&type=question&limit=2&offset=998")
    expect([last.results.length, last.next_cursor]).toEqual([2, null])
  })
})
