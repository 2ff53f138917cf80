import { onEmbeddedDatabase, onServerDatabaseFirst } from "@auspex/testkit/databases"
import {
  type FakeChatRequest,
  type FakeModelServer,
  scriptedSpecialist,
  startModelServer
} from "@auspex/testkit/models"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { query } from "../people.ts"
import { rateQuestion, type ResearchMember, researchMember } from "./researchMember.ts"

const feeQuestion = { text: "Would you pay one euro a month for statements on paper?", kind: "binary" }
const scaleQuestion = {
  text: "How far do you agree that banks are easy to reach?",
  kind: "likert",
  kind_options: { scale: 5, statement: "My bank is easy to reach." }
}
const wordsQuestion = { text: "Which bank do you use most often?" }
const savers = {
  name: "Savers",
  persona: "Retired, keeps accounts on paper and visits the branch.",
  weight: 3,
  size: 4
}
const traders = { name: "Traders", archetype: "quant_systematic_trader", weight: 1, size: 6 }
const audience = { title: "A fee", questions: [feeQuestion, scaleQuestion, wordsQuestion], segments: [savers, traders] }
const simulation = { title: "Rates", questions: [rateQuestion], experts: 3, rounds_max: 4 }

const refusalsOf = ({ error, failures }: { error: { field: string }; failures?: ReadonlyArray<{ field: string }> }) =>
  (failures ?? [error]).map(({ field }) => field)

onEmbeddedDatabase("audiences and simulations", (db) => {
  let auspex: RunningAuspex
  let member: ResearchMember
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    member = await researchMember(auspex)
  })
  afterAll(() => auspex.stop())

  it("are created with who answers in them", async () => {
    const { body, status } = await member.call("POST", "/api/projects/audience", audience)
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: "audience", title: "A fee", brief: null, question_count: 3 })
    expect(body.panel).toEqual({ segments: [{ archetype: null, ...savers }, { persona: null, ...traders }] })
    expect((await member.call("GET", `/api/projects/${body.id}`)).body).toEqual(body)
    const made = await member.call("POST", "/api/projects/simulation", simulation)
    expect([made.status, made.body.kind, made.body.panel]).toEqual([201, "simulation", { experts: 3, rounds_max: 4 }])
    expect((await member.call("GET", `/api/projects/${await member.newProject()}`)).body.panel).toBeNull()
    const events = await query<{ readonly kind: string }>(
      auspex,
      "select data ->> 'kind' as kind from outbox_events where event = 'project.created' order by id"
    )
    expect(events.map(({ kind }) => kind)).toEqual(["audience", "simulation", "research"])
    const { entries } = (await member.call("GET", "/api/audit?limit=3")).body
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(Array(3).fill("project.create"))
  })

  it("are refused with everything that is wrong at once", async () => {
    const { body, status } = await member.call("POST", "/api/projects/audience", {
      title: " ",
      questions: [feeQuestion, { text: "Bank?" }, { ...feeQuestion, text: "Would you pay for it?", kind_options: {} }],
      segments: [
        { ...savers, persona: "Short." },
        { ...savers, weight: 0, size: 51 },
        { name: "", archetype: "nobody", weight: 1_001, size: 1.5 },
        { name: "Nobody", weight: 1, size: 50 }
      ]
    })
    expect(status).toBe(400)
    expect(refusalsOf(body)).toEqual([
      "title",
      "questions[1].text",
      "segments[0].persona",
      "segments[1].name",
      "segments[1].weight",
      "segments[1].size",
      "segments[2].name",
      "segments[2].archetype",
      "segments[2].weight",
      "segments[2].size",
      "segments[3].persona",
      "segments"
    ])
    const other = await member.call("POST", "/api/projects/simulation", {
      title: "Rates",
      brief: "Too short.",
      questions: [rateQuestion, { ...rateQuestion, text: "How many cuts will there be in 2034?", kind: "likert" }],
      experts: 2,
      rounds_max: 7
    })
    expect(refusalsOf(other.body)).toEqual(
      expect.arrayContaining(["brief", "questions[1].kind", "experts", "rounds_max"])
    )
  })

  it.each([
    ["questions", "audience", { ...audience, questions: [] }],
    ["segments", "audience", { ...audience, segments: [] }],
    ["questions", "simulation", { ...simulation, questions: [] }],
    ["questions[1].text", "simulation", { ...simulation, questions: [rateQuestion, rateQuestion] }],
    ["questions[0].kind", "simulation", { ...simulation, questions: [{ ...rateQuestion, kind: null }] }]
  ])("are refused because of %s (%s)", async (field, kind, request) => {
    const { body, status } = await member.call("POST", `/api/projects/${kind}`, request)
    expect([status, refusalsOf(body)[0]]).toEqual([400, field])
  })

  it("take no questions that the experts of a simulation cannot estimate", async () => {
    const { id } = (await member.call("POST", "/api/projects/simulation", simulation)).body
    const { body } = await member.call("POST", `/api/projects/${id}/questions`, {
      ...rateQuestion,
      text: "How strong will the rates of 2034 be?",
      kind: "star_rating",
      kind_options: { max: 5 }
    })
    expect(body.error).toMatchObject({ code: "validation_error", field: "kind" })
  })

  it("are not run without a model, because nobody could answer", async () => {
    for (const [kind, request] of [["audience", audience], ["simulation", simulation]] as const) {
      const { id } = (await member.call("POST", `/api/projects/${kind}`, request)).body
      const { body, status } = await member.call("POST", `/api/projects/${id}/runs`)
      expect([status, body.error.code]).toEqual([409, "model_not_configured"])
    }
  })
})

const promptOf = ({ body }: FakeChatRequest) => {
  const messages = body.messages as ReadonlyArray<{ readonly content: string }>
  return { system: messages[0]!.content, content: messages.at(-1)!.content }
}

/** The first record of the data that has a key. */
const recordWith = (content: string, key: string): Record<string, unknown> | undefined =>
  content.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)).find((one) => key in one)

onServerDatabaseFirst("audiences and simulations with a model", (db) => {
  let auspex: RunningAuspex
  let models: FakeModelServer
  let member: ResearchMember
  let answer: (prompt: { readonly system: string; readonly content: string }) => string
  let asked: Array<{ readonly system: string; readonly content: string }> = []
  beforeAll(async () => {
    models = await startModelServer({
      protocol: "openai-compatible",
      models: ["reasoner-1"],
      answer: (request) => {
        const prompt = promptOf(request)
        asked.push(prompt)
        return [answer(prompt)]
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

  const ranPacket = async (id: string) => {
    await member.call("POST", `/api/projects/${id}/runs`)
    await member.workOff()
    expect((await member.call("GET", `/api/projects/${id}/runs/latest`)).body).toMatchObject({ status: "completed" })
    return (await member.call("GET", `/api/projects/${id}/packet`)).body
  }

  const probabilityAnswer = (probability: number) =>
    JSON.stringify({ narrative: "It is how I see it.", probability, confidence: 0.8 })

  describe("an audience", () => {
    it("is asked each question once, and answers by segment and overall by weight", async () => {
      asked = []
      // Savers say yes for sure, traders no; other questions are answered as specialists would.
      answer = (prompt) =>
        recordWith(prompt.content, "question")!.kind === "binary"
          ? probabilityAnswer(String(recordWith(prompt.content, "you")!.you).startsWith("Retired") ? 1 : 0)
          : scriptedSpecialist(prompt)
      const { id } = (await member.call("POST", "/api/projects/audience", audience)).body
      const packet = await ranPacket(id)
      expect(asked.length).toBe(30)
      expect(new Set(asked.map(({ content }) => content)).size).toBeGreaterThan(20)
      expect(packet.headline).toMatch(/^Synthetic respondents: .*and no people\. .*75 % answer yes/u)
      expect(packet.recommendation).toMatch(/ask people before you decide/u)
      expect(packet.method.steps.at(-1)).toMatch(/^What synthetic respondents cannot tell/u)
      const [fee, scale, words] = packet.answers
      expect(fee.aggregate).toMatchObject({ answer: "yes", probability: 0.75 })
      expect(fee.segments).toMatchObject([
        { segment: "Savers", weight: 0.75, respondents: 4, answered: 4, rows: [{ answer: "yes" }] },
        { segment: "Traders", weight: 0.25, respondents: 6, answered: 6, rows: [{ answer: "no" }] }
      ])
      // Wilson's interval of 4 of 4.
      expect(fee.segments[0].rows[0].options[0]).toEqual({
        option: "yes",
        probability: 1,
        interval: { low: 0.5101, high: 1 }
      })
      expect([fee.interval.low < 0.75, fee.interval.high > 0.75]).toEqual([true, true])
      expect(fee.reading).toMatch(/By segment: “Savers” yes 100 %, “Traders” yes 0 %\./u)
      expect(scale.aggregate.rows[0].mean_interval.low).toBeLessThan(scale.aggregate.rows[0].mean)
      expect([words.aggregate, words.segments[1].answered, words.segments[1].rows]).toEqual([null, 6, []])
      const markdown = (await member.call("GET", `/api/projects/${id}/packet?format=markdown`)).text
      expect(markdown).toMatch(/\| Traders +\| yes +\| 6 of 6/u)
      expect((await member.call("GET", `/api/projects/${id}/packet?format=html`)).text).toMatch(/By segment/u)
      // A second run asks everybody once more.
      const again = await ranPacket(id)
      expect([again.version, again.changes.moved, asked.length]).toEqual([2, [], 60])
    })

    it("repairs an answer that cannot be read, and does without respondents that have none", async () => {
      asked = []
      answer = ({ content }) =>
        String(recordWith(content, "you")!.you).startsWith("Retired") && !content.includes("It was refused")
          ? "I would rather chat."
          : String(recordWith(content, "you")!.you).startsWith("Retired")
          ? probabilityAnswer(0.5)
          : "No JSON."
      const { id } =
        (await member.call("POST", "/api/projects/audience", { ...audience, questions: [feeQuestion] })).body
      const { answers } = await ranPacket(id)
      expect(asked.length).toBe(20)
      expect(answers[0].segments).toMatchObject([{ weight: 1, answered: 4 }, { weight: 0, answered: 0, rows: [] }])
      expect(answers[0].aggregate.probability).toBe(0.5)
    })
  })

  describe("a simulation", () => {
    const first: Record<string, number> = { Superforecaster: 0.2, "Base rates": 0.5 }
    const firstOf = (system: string) => first[/specialist "([^"]+)"/u.exec(system)![1]!] ?? 0.8
    /** Moves from the own estimate towards the median of the others by a share. */
    const mover = (share: number): typeof answer => (prompt) => {
      if (prompt.content.includes("\"queries\"")) return scriptedSpecialist(prompt)
      const estimate = recordWith(prompt.content, "estimates_of_others")
      if (estimate === undefined) return probabilityAnswer(firstOf(prompt.system))
      const own = recordWith(prompt.content, "your_answer_in_round")!.distribution as ReadonlyArray<
        ReadonlyArray<number>
      >
      return probabilityAnswer(own[0]![0]! + share * ((estimate.median as number) - own[0]![0]!))
    }

    it("asks again with anonymous feedback until the interval stops shrinking", async () => {
      asked = []
      let changes = 0
      // The experts revise in the second round only.
      answer = (prompt) => mover(prompt.content.includes("\"your_answer_in_round\":1") ? (changes++, 0.8) : 0)(prompt)
      const { id } = (await member.call("POST", "/api/projects/simulation", simulation)).body
      const packet = await ranPacket(id)
      const [rates] = packet.answers
      expect(rates.rounds.map(({ experts, round }: { experts: number; round: number }) => [round, experts])).toEqual([
        [1, 3],
        [2, 3],
        [3, 3]
      ])
      expect(rates.rounds_ended).toBe("converged")
      expect(rates.rounds[1].width).toBeLessThan(rates.rounds[0].width * 0.95)
      expect(rates.rounds[2].width).toBe(rates.rounds[1].width)
      expect([rates.aggregate.probability, rates.interval]).toEqual([
        rates.rounds[2].probability,
        rates.rounds[2].interval
      ])
      expect(rates.reading).toMatch(/3 rounds with intervals of .* The interval has stopped shrinking\./u)
      expect([changes, asked.length]).toEqual([3, 12])
      const feedback = asked.filter(({ content }) => content.includes("estimates_of_others"))
      expect(feedback.length).toBe(6)
      for (const { content } of feedback) expect(content).not.toMatch(/superforecaster|base.rates|Domain/iu)
      const run = (await member.call("GET", `/api/projects/${id}/runs/latest`)).body
      expect([run.planned, run.reasoned]).toEqual([9, 9])
      expect((await member.call("GET", `/api/projects/${id}`)).body.reasonings.map(
        ({ round }: { round: number }) => round
      )).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3])
      const markdown = (await member.call("GET", `/api/projects/${id}/packet?format=markdown`)).text
      expect(markdown).toMatch(/\| Round +\| Answer/u)
    })

    it("ends after its last round when the experts still move", async () => {
      answer = mover(0.3)
      const { id } = (await member.call("POST", "/api/projects/simulation", { ...simulation, rounds_max: 2 })).body
      const { answers } = await ranPacket(id)
      expect([answers[0].rounds.length, answers[0].rounds_ended]).toEqual([2, "rounds_max"])
    })

    it("converges at once when all experts agree", async () => {
      answer = (prompt) => prompt.content.includes("\"queries\"") ? scriptedSpecialist(prompt) : probabilityAnswer(0.7)
      const { id } = (await member.call("POST", "/api/projects/simulation", simulation)).body
      const { answers } = await ranPacket(id)
      expect([answers[0].rounds.length, answers[0].rounds_ended, answers[0].rounds[0].width]).toEqual([
        1,
        "converged",
        0
      ])
    })

    it("goes on with the experts who answer", async () => {
      answer = (prompt) => /"Domain expert"|"Domain"/u.test(prompt.system) ? "I would rather chat." : mover(0.5)(prompt)
      const { id } = (await member.call("POST", "/api/projects/simulation", { ...simulation, rounds_max: 3 })).body
      const { answers } = await ranPacket(id)
      expect(answers[0].rounds.every(({ experts }: { experts: number }) => experts === 2)).toBe(true)
    })
  })
})
