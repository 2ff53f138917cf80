import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { type FakeChatRequest, type FakeModelServer, startModelServer } from "@auspex/testkit/models"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { type ResearchMember, researchMember } from "../projects/researchMember.ts"
import { newLink, newSurvey, send } from "./answering.ts"

const feeQuestion = { text: "Would you pay one euro a month for statements on paper?", kind: "binary" }
const savers = {
  name: "Savers",
  archetype: null,
  persona: "Retired, keeps accounts on paper and visits the branch.",
  weight: 3,
  size: 2
}
const traders = { name: "Traders", archetype: "quant_systematic_trader", persona: null, weight: 1, size: 3 }

onServerDatabaseFirst("surveys with an assigned panel", (db) => {
  let auspex: RunningAuspex
  let models: FakeModelServer
  let member: ResearchMember
  beforeAll(async () => {
    models = await startModelServer({
      protocol: "openai-compatible",
      models: ["reasoner-1"],
      answer: ({ body }: FakeChatRequest) => {
        const { content } = (body.messages as ReadonlyArray<{ readonly content: string }>).at(-1)!
        const chance = content.includes("Retired") ? 1 : 0
        return [JSON.stringify({
          narrative: "It is how I see it.",
          confidence: 0.8,
          ...(content.includes("\"kind\":\"binary\"") ? { probability: chance } : { answer: "Shorter queues." })
        })]
      }
    })
    const pool = [{ provider: "openai-compatible", model: "reasoner-1", base_url: `${models.url}/v1` }]
    auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: true, modelPool: JSON.stringify(pool) } })
    member = await researchMember(auspex)
  })
  afterAll(async () => {
    await auspex.stop()
    await models.close()
  })

  const assign = (id: string, segments: ReadonlyArray<object>) =>
    member.call("POST", `/api/projects/${id}/panel`, { segments })
  const resultsOf = async (id: string) => (await member.call("GET", `/api/projects/${id}/results`)).body
  const run = async (id: string) => {
    expect((await member.call("POST", `/api/projects/${id}/runs`)).status).toBe(201)
    await member.workOff()
    return (await member.call("GET", `/api/projects/${id}/runs/latest`)).body
  }

  it("are answered by its personas, and shown beside the people", async () => {
    const { id, questions } = await newSurvey(member, [feeQuestion])
    const assigned = await assign(id, [traders])
    expect([assigned.status, assigned.body]).toEqual([201, { segments: [traders] }])
    // Nobody has been asked yet, so another panel may take its place.
    expect((await assign(id, [savers, traders])).status).toBe(201)
    expect((await member.call("GET", `/api/projects/${id}`)).body.panel).toEqual({ segments: [savers, traders] })
    const { token } = await newLink(member, id)
    await send(auspex, token, { [questions[1]!]: "1" })
    expect((await resultsOf(id)).panel).toBeNull()
    expect(await run(id)).toMatchObject({ status: "completed", planned: 10, reasoned: 10 })
    const packet = (await member.call("GET", `/api/projects/${id}/packet`)).body
    expect(packet.headline).toMatch(/^Synthetic respondents/u)
    const { panel, questions: people, responses } = await resultsOf(id)
    expect([responses, people[1].rows[0].options.map(({ count }: { count: number }) => count)]).toEqual([1, [0, 1]])
    expect(panel).toMatchObject({
      packet_id: packet.id,
      version: 1,
      warning: "Synthetic respondents: models that play personas answered, and no people.",
      questions: [
        { question_id: questions[0], answered: 5, aggregate: null },
        {
          question_id: questions[1],
          answered: 5,
          aggregate: { answer: "yes", probability: 0.75 },
          segments: [{ segment: "Savers", answered: 2 }, { segment: "Traders", answered: 3 }]
        }
      ]
    })
    const late = await assign(id, [traders])
    expect([late.status, late.body.error.code]).toEqual([409, "panel_in_use"])
    const { entries } = (await member.call("GET", "/api/audit?limit=10")).body
    const acts = entries.filter(({ action }: { readonly action: string }) => action === "panel.assign")
    expect(acts.length).toBe(2)
    expect(acts[0]).toMatchObject({ subject_id: id, detail: { segments: [{ name: "Savers", size: 2 }, {}] } })
  })

  it("refuse a panel with everything that is wrong at once, or as soon as a run has begun", async () => {
    const { id } = await newSurvey(member)
    const flawed = await assign(id, [{ ...savers, weight: 0 }, { ...traders, name: "Savers", size: 0 }])
    expect(flawed.body.failures.map(({ field }: { readonly field: string }) => field)).toEqual([
      "segments[0].weight",
      "segments[1].name",
      "segments[1].size"
    ])
    expect((await member.call("GET", `/api/projects/${id}`)).body.panel).toBeNull()
    await member.call("POST", `/api/projects/${id}/runs`)
    expect((await assign(id, [savers])).body.error.code).toBe("panel_in_use")
    await member.call("POST", `/api/projects/${id}/runs/cancel`)
    const { id: archived } = await newSurvey(member)
    await member.call("POST", `/api/projects/${archived}/archive`)
    expect((await assign(archived, [savers])).body.error.code).toBe("invalid_transition")
  })

  it("are answered by specialists without one, who are no panel of the results", async () => {
    const { id } = await newSurvey(member)
    expect(await run(id)).toMatchObject({ status: "completed", planned: 4 })
    expect((await resultsOf(id)).panel).toBeNull()
  })
})
