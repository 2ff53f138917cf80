import { GroupBoards } from "@auspex/domain/boards"
import { archetypes, compilePersona, personaDimensions, personasPerAccountMax } from "@auspex/domain/personas"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { linkedAgent, logIn, openQuestion, predict, query, registerAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"

const coded = ({ body, status }: { readonly status: number; readonly body: { readonly code?: string } }) =>
  body.code === undefined ? status : `${status} ${body.code}`
const unknownId = "01900000-0000-7000-8000-000000000000"
const fox = archetypes.find(({ id }) => id === "superforecaster_fox")!

/** Answers of the interview that make a prompt within the bounds. */
const answers = archetypes[0]!.dimensions

onServerDatabaseFirst("personas", (db) => {
  const auspex = auspexOn(db)

  const create = (as: string, archetype = fox.id) =>
    auspex.call("POST", "/api/me/personas/from-archetype", { as, body: { archetype } })
  const assign = (as: string, agentId: string, persona_id: string, method = "PUT") =>
    auspex.call(method, `/api/me/agents/${agentId}/persona`, { as, body: { persona_id } })
  const interview = (as: string, body: object) =>
    auspex.call("POST", "/api/me/personas/from-interview", { as, body: { name: "Mine", answers, ...body } })
  const storedHash = async (questionId: string, accountId: string) => {
    const [row] = await query<{ readonly persona_hash: string | null }>(
      auspex,
      "select persona_hash from predictions where question_id = $1::uuid and account_id = $2::uuid",
      [questionId, accountId]
    )
    return row!.persona_hash
  }

  it("are copied from archetypes, listed, shown and deleted", async () => {
    const agent = await registerAgent(auspex)
    const created = await create(agent.key)
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: created.body.id,
      persona_id: created.body.id,
      name: "Superforecaster Fox",
      archetype: fox.id,
      ...fox.dimensions,
      traits: fox.traits,
      sources: Object.fromEntries(personaDimensions.map((dimension) => [dimension, `archetype:${fox.id}`])),
      shortened: [],
      reasoning_prompt: compilePersona(fox.name, fox.dimensions),
      prompt_tokens: created.body.prompt_tokens,
      version: 1,
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      agent_count: 0,
      created_at: created.body.created_at
    })
    expect(created.body.prompt_tokens).toBeGreaterThanOrEqual(800)
    const second = await create(agent.key, "macro_strategist")
    const { body: listed } = await auspex.call("GET", "/api/me/personas", { as: agent.key })
    expect(listed).toEqual({ personas: [second.body, created.body], total: 2, next_cursor: null })
    const path = `/api/me/personas/${created.body.id}`
    expect((await auspex.call("GET", path, { as: agent.key })).body).toEqual(created.body)
    const stranger = await registerAgent(auspex)
    for (const method of ["GET", "DELETE"]) {
      expect(coded(await auspex.call(method, path, { as: stranger.key }))).toBe("404 PERSONA_NOT_FOUND")
    }
    const deleted = await auspex.call("DELETE", path, { as: agent.key })
    expect(deleted.body).toEqual({ id: created.body.id, deleted: true })
    expect(coded(await auspex.call("GET", path, { as: agent.key }))).toBe("404 PERSONA_NOT_FOUND")
  })

  it("have archetypes, of which an unknown one is refused with the nearest", async () => {
    const { body } = await auspex.call("GET", "/api/personas/archetypes")
    expect(body).toMatchObject({ total: 50, next_cursor: null })
    expect(body.archetypes).toHaveLength(50)
    expect(body.archetypes[0]).toEqual({
      id: "ai_safety_sentinel",
      name: "AI Safety Sentinel",
      category: "ai_technology",
      field: archetypes[0]!.dimensions.field,
      traits: archetypes[0]!.traits
    })
    const one = await auspex.call("GET", `/api/personas/archetypes/${fox.id}`)
    expect(one.body).toMatchObject({ id: fox.id, category: "cross_domain", ...fox.dimensions })
    expect(one.body.reasoning_prompt).toBe(compilePersona(fox.name, fox.dimensions))
    const agent = await registerAgent(auspex)
    const misspelt = await create(agent.key, "superforcaster_fox")
    expect(coded(misspelt)).toBe("400 INVALID_REQUEST")
    expect(misspelt.body.failures[0].field).toBe("archetype")
    expect(misspelt.body.error).toBe(
      "No archetype is called \"superforcaster_fox\"; the nearest is superforecaster_fox."
    )
    expect(coded(await auspex.call("GET", "/api/personas/archetypes/nobody"))).toBe("404 ARCHETYPE_NOT_FOUND")
  })

  it("are made by an interview of five questions", async () => {
    const { body: asked } = await auspex.call("GET", "/api/personas/interview")
    expect(asked).toMatchObject({ prompt_tokens_min: 800, prompt_tokens_max: 1_500, tokenizer: "o200k_base" })
    expect(asked.questions).toHaveLength(5)
    const agent = await registerAgent(auspex)
    const made = await interview(agent.key, { traits: { time_horizon: "months" } })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: "Mine", ...answers, traits: { time_horizon: "months" }, version: 1 })
    expect(made.body.archetype).toBeUndefined()
    expect(made.body.reasoning_prompt).toBe(compilePersona("Mine", answers))
  })

  it("are made by five answers, and say whose words they are and what was shortened", async () => {
    const agent = await registerAgent(auspex)
    const essay = "In a dry year the gauge at Kaub falls below 78 cm. ".repeat(190).trim()
    const five = ["base_rates", essay, "I advise shippers on the Rhine.", "", "prices"]
    const { body, status } = await interview(agent.key, { name: undefined, answers: five })
    expect(status).toBe(201)
    expect(body.prompt_tokens).toBeGreaterThanOrEqual(800)
    expect(body.prompt_tokens).toBeLessThanOrEqual(1_500)
    expect(body).toMatchObject({
      name: "Forecaster",
      traits: { epistemology: "base_rates", confidence_triggers: "prices" },
      sources: { field: "answer", epistemology: expect.stringMatching(/^archetype:[a-z_]+$/) as string },
      shortened: [{ question: "ground", dimension: "field", characters: essay.length, kept: body.field.length }]
    })
    expect(essay.startsWith(body.field) && body.field.endsWith("78 cm.")).toBe(true)
    expect(body.role.startsWith("I advise shippers on the Rhine.")).toBe(true)
    expect((await auspex.call("GET", `/api/me/personas/${body.id}`, { as: agent.key })).body).toEqual(body)

    for (const size of [0, 4, 6]) {
      const wrong = await interview(agent.key, { answers: Array.from({ length: size }, () => "x") })
      expect([coded(wrong), wrong.body.failures[0].field]).toEqual(["400 INVALID_REQUEST", "answers"])
    }
    const long = await interview(agent.key, { answers: ["x", "x", "y".repeat(10_001), "x", "x"] })
    expect([coded(long), long.body.failures[0].field]).toEqual(["400 INVALID_REQUEST", "answers[2]"])
    for (const answers of ["x", 5, null, [1, 2, 3, 4, 5], ["x", "x", null, "x", "x"]]) {
      expect(coded(await interview(agent.key, { answers }))).toBe("400 INVALID_REQUEST")
    }
    const essays = await interview(agent.key, { answers: five.map(() => "字。".repeat(5_000)) })
    expect([essays.status, essays.body.shortened.length]).toEqual([201, 5])
  })

  it("that are copied from an archetype take a name of their own", async () => {
    const agent = await registerAgent(auspex)
    const named = (name: unknown) =>
      auspex.call("POST", "/api/me/personas/from-archetype", { as: agent.key, body: { archetype: fox.id, name } })
    const { body, status } = await named("  My\n fox ")
    expect([status, body.name, body.archetype]).toEqual([201, "My fox", fox.id])
    expect(body.reasoning_prompt).toBe(compilePersona("My fox", fox.dimensions))
    for (const name of ["", " ", "x".repeat(81), "a\0"]) {
      const wrong = await named(name)
      expect([coded(wrong), wrong.body.failures[0].field]).toEqual(["400 INVALID_REQUEST", "name"])
    }
    expect(coded(await named(7))).toBe("400 INVALID_REQUEST")
    expect((await named("\u{13000}".repeat(80))).status).toBe(201)
  })

  it("are refused outside the bounds of tokens, with the answer to change first", async () => {
    const agent = await registerAgent(auspex)
    const short = Object.fromEntries(personaDimensions.map((dimension) => [dimension, "It depends on the facts."]))
    const tooShort = await interview(agent.key, { answers: { ...short, stakes: "None." } })
    expect(coded(tooShort)).toBe("400 PERSONA_TOO_SHORT")
    expect(tooShort.body).toMatchObject({ failures: [{ field: "answers.stakes", limit: 800 }] })
    const long = Object.fromEntries(personaDimensions.map((dimension) => [dimension, "word ".repeat(150)]))
    const tooLong = await interview(agent.key, { answers: { ...long, role: "word ".repeat(199) } })
    expect(coded(tooLong)).toBe("400 PERSONA_TOO_LONG")
    expect(tooLong.body).toMatchObject({ failures: [{ field: "answers.role", limit: 1_500 }] })
    const wrong = await interview(agent.key, {
      name: "",
      answers: { ...answers, field: " " },
      traits: { time_horizon: "month" }
    })
    expect(coded(wrong)).toBe("400 INVALID_REQUEST")
    expect(wrong.body.failures.map(({ field }: { readonly field: string }) => field)).toEqual([
      "name",
      "answers.field",
      "traits.time_horizon"
    ])
    const { stakes: _, ...missing } = answers
    expect(coded(await interview(agent.key, { answers: missing }))).toBe("400 INVALID_REQUEST")
  })

  it("are limited in number, also when they are created at once", async () => {
    const agent = await registerAgent(auspex)
    const created = await Promise.all(Array.from({ length: personasPerAccountMax + 3 }, () => create(agent.key)))
    const statuses = created.map(coded)
    expect(statuses.filter((status) => status === 201)).toHaveLength(personasPerAccountMax)
    expect(statuses.filter((status) => status === "400 PERSONA_LIMIT")).toHaveLength(3)
  })

  it("are given to an agent by itself and by its owner, and taken away", async () => {
    const agent = await linkedAgent(auspex)
    const path = `/api/me/agents/${agent.id}/persona`
    expect(coded(await auspex.call("GET", path, { as: agent.key }))).toBe("404 PERSONA_NOT_ASSIGNED")
    const ownersToken = await logIn(auspex, agent.owner)
    const { body: persona } = await create(ownersToken, "macro_strategist")
    // The agent may not assign what is its owner's, nor anybody else anything.
    expect(coded(await assign(agent.key, agent.id, persona.id))).toBe("404 PERSONA_NOT_FOUND")
    const stranger = await registerAgent(auspex)
    const { body: foreign } = await create(stranger.key)
    expect(coded(await assign(stranger.key, agent.id, foreign.id))).toBe("404 AGENT_NOT_FOUND")
    expect(coded(await assign(ownersToken, agent.id, foreign.id))).toBe("404 PERSONA_NOT_FOUND")
    expect(coded(await assign(ownersToken, unknownId, persona.id))).toBe("404 AGENT_NOT_FOUND")
    expect(coded(await assign(ownersToken, agent.owner.id, persona.id))).toBe("404 AGENT_NOT_FOUND")

    const given = await assign(ownersToken, agent.id, persona.id)
    const shown = { agent_id: agent.id, persona: { ...persona, agent_count: 1 } }
    expect(given.status).toBe(200)
    expect(given.body).toEqual(shown)
    expect((await auspex.call("GET", path, { as: agent.key })).body).toEqual(shown)
    expect((await auspex.call("GET", "/api/me", { as: agent.key })).body.user.persona_archetype).toBe(
      "macro_strategist"
    )
    const refused = await auspex.call("DELETE", `/api/me/personas/${persona.id}`, { as: ownersToken })
    expect(coded(refused)).toBe("409 PERSONA_IN_USE")
    expect(refused.body.error).toContain(agent.name)

    const { body: own } = await create(agent.key)
    expect((await assign(agent.key, agent.id, own.id, "POST")).body.persona.id).toBe(own.id)
    const taken = await auspex.call("DELETE", path, { as: agent.key })
    expect(taken.body).toEqual({ agent_id: agent.id, persona: own })
    expect(coded(await auspex.call("DELETE", path, { as: agent.key }))).toBe("404 PERSONA_NOT_ASSIGNED")
    expect((await auspex.call("DELETE", `/api/me/personas/${persona.id}`, { as: ownersToken })).status).toBe(200)
  })

  it("leave the hash of their content on predictions", async () => {
    const agent = await linkedAgent(auspex)
    const [before, during, after] = [await openQuestion(auspex), await openQuestion(auspex), await openQuestion(auspex)]
    const { body: persona } = await create(agent.key)
    await predict(auspex, agent, before)
    await assign(agent.key, agent.id, persona.id)
    await predict(auspex, agent, during)
    await auspex.call("DELETE", `/api/me/agents/${agent.id}/persona`, { as: agent.key })
    await auspex.call("DELETE", `/api/me/personas/${persona.id}`, { as: agent.key })
    await predict(auspex, agent, after)
    expect(await storedHash(before, agent.id)).toBeNull()
    expect(await storedHash(during, agent.id)).toBe(persona.content_hash)
    expect(await storedHash(after, agent.id)).toBeNull()
    const { body } = await auspex.call("GET", `/api/questions/${during}/predictions`)
    expect(body.predictions[0].persona_hash).toBe(persona.content_hash)
  })

  it("are compared by archetype and by trait, by the persona at the time of the prediction", async () => {
    const agent = await linkedAgent(auspex)
    const { body: persona } = await create(agent.key, "defi_forensic")
    await assign(agent.key, agent.id, persona.id)
    const [right, wrong, reopened] = [
      await openQuestion(auspex),
      await openQuestion(auspex),
      await openQuestion(auspex)
    ]
    for (const question of [right, wrong, reopened]) await predict(auspex, agent, question, { confidence: 80 })
    await assign(agent.key, agent.id, (await create(agent.key, "macro_strategist")).body.id)
    for (const [question, outcome] of [[right, true], [wrong, false]] as const) {
      await auspex.call("POST", `/api/admin/questions/${question}/resolve`, { as: auspex.adminKey, body: { outcome } })
    }
    await auspex.call("POST", `/api/admin/questions/${reopened}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: null }
    })
    const { body } = await auspex.call("GET", "/api/models/stats")
    expect(body.archetypes).toEqual([{
      archetype: "defi_forensic",
      agents: 1,
      resolved: 2,
      accuracy: 0.5,
      accuracy_interval: { low: expect.closeTo(0.0945, 3), high: expect.closeTo(0.9055, 3) },
      brier_score: expect.closeTo(0.34),
      brier_interval: { low: 0, high: 1 }
    }])
    expect(body.traits).toHaveLength(13)
    expect(body.traits[0]).toMatchObject({ dimension: "blind_spots", trait: "alarm", agents: 1, resolved: 2 })
    const [differing] = await query<{ readonly n: number }>(
      auspex,
      "select count(*)::integer as n from persona_records where resolved <> 2"
    )
    expect(differing!.n).toBe(0)
    await query(auspex, "update accounts set suspended_at = auspex_now() where id = $1::uuid", [agent.id])
    const unsuspended = await auspex.run(Effect.flatMap(GroupBoards, ({ performance }) => performance))
    expect(unsuspended).toEqual({ archetypes: [], traits: [] })
  })

  it("have one hash for one content, whoever has it, and another for any other", async () => {
    const [one, other] = [await registerAgent(auspex), await registerAgent(auspex)]
    const hashes = [
      await create(one.key),
      await create(other.key),
      await create(one.key, "macro_strategist"),
      await interview(one.key, { name: fox.name, answers: fox.dimensions }),
      await interview(one.key, { name: fox.name, answers: fox.dimensions, traits: { stakes: "science" } })
    ].map(({ body }) => body.content_hash)
    expect(hashes[1]).toBe(hashes[0])
    expect(new Set(hashes).size).toBe(4)
  })
})
