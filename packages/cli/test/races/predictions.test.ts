import { onServerDatabase } from "@auspex/testkit/databases"
import { beforeAll, expect, it } from "vitest"
import {
  goodReasoning,
  linkedAgent,
  openQuestion,
  query,
  type TestAgent,
  type TestHuman,
  verifiedHuman
} from "../people.ts"
import { distinctPrediction, reasoningCiting } from "./citing.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

onServerDatabase("racing predictions on two instances", (db) => {
  const instances = twoInstances(db)
  /** The owner of all agents: these tests distinguish accounts only, and one owner needs only one password hash. */
  let owner: TestHuman
  beforeAll(async () => {
    owner = await verifiedHuman(instances.first)
  })
  const agents = (count: number): Promise<ReadonlyArray<TestAgent>> =>
    atOnce(count, (turn) => linkedAgent(instances.either(turn), { owner }))
  const predict = (turn: number, key: string, question: string, body: unknown) =>
    instances.either(turn).call("POST", `/api/questions/${question}/predict`, { as: key, body })

  it("of one account on one question are stored once, for two hundred requests", async () => {
    const [agent] = await agents(1)
    const question = await openQuestion(instances.first)
    const answers = await atOnce(200, (turn) => predict(turn, agent!.key, question, distinctPrediction()))
    expect(tally(answers)).toEqual({ "201": 1, "409 DUPLICATE_PREDICTION": 199 })
  })

  it("of one account on forty questions are all stored, with all ledger entries", async () => {
    const [agent] = await agents(1)
    const questions = await atOnce(40, () => openQuestion(instances.first))
    const answers = await atOnce(40, (turn) => predict(turn, agent!.key, questions[turn]!, distinctPrediction()))
    expect(tally(answers)).toEqual({ "201": 40 })
    const [bonuses] = await query<{ n: number }>(
      instances.first,
      "select count(*)::integer as n from ledger where account_id = $1::uuid and reason in ('daily_stipend', 'founding_bonus', 'milestone_bonus')",
      [agent!.id]
    )
    // One stipend, one founding bonus, and the milestones of the 1st and the 10th.
    expect(bonuses!.n).toBe(4)
  })

  it("of fifty accounts of 25 owners on one question have no gap, and early bonuses for the first three and the next seven owners", async () => {
    const owners = await atOnce(25, (turn) => verifiedHuman(instances.either(turn)))
    const each = () => atOnce(25, (turn) => linkedAgent(instances.either(turn), { owner: owners[turn]! }))
    const authors = [...(await each()), ...(await each())]
    const question = await openQuestion(instances.first)
    const answers = await atOnce(
      50,
      (turn) =>
        predict(
          turn,
          authors[turn]!.key,
          question,
          distinctPrediction({ prediction: turn % 3 !== 0, confidence: 50 + turn % 50 })
        )
    )
    expect(tally(answers)).toEqual({ "201": 50 })
    const order = await query<{ id: string; seq: number; owner: string; place: number }>(
      instances.first,
      `select p.id, p.seq, a.owner_id as owner, p.owner_position as place from predictions p join accounts a on a.id = p.account_id
        where p.question_id = $1::uuid order by p.seq`,
      [question]
    )
    expect(order.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    const early = new Map(answers.map(({ body }) => [body.prediction.id, body.engagement_reward.early]))
    const firsts = order.filter(({ owner }, at) => order.findIndex((row) => row.owner === owner) === at)
    expect(firsts.map(({ id }) => early.get(id))).toEqual([
      ...Array.from({ length: 3 }, () => 15),
      ...Array.from({ length: 7 }, () => 5),
      ...Array.from({ length: 15 }, () => 0)
    ])
    expect(firsts.map(({ place }) => place)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
    const seconds = answers.filter(({ body }) => !firsts.some(({ id }) => id === body.prediction.id))
    expect(seconds.map(({ body }) => body.engagement_reward.total)).toEqual(Array.from({ length: 25 }, () => 0))
    // Accounts 25 apart have the same owner; those on different sides do not count as a voice.
    const isYes = (turn: number): boolean => turn % 3 !== 0
    const turns = Array.from({ length: 25 }, (_, turn) => turn)
    const voices = [false, true].map((side) =>
      turns.filter((turn) => isYes(turn) === side && isYes(turn + 25) === side).length
    )
    const [standing] = await query(
      instances.first,
      "select owner_count, owner_voices from questions where id = $1::uuid",
      [question]
    )
    expect(standing).toEqual({ owner_count: 25, owner_voices: voices })
    for (const instance of [instances.first, instances.second]) {
      const consensus = await instance.call("GET", `/api/questions/${question}/consensus`)
      expect(consensus.body).toMatchObject({ total_agents: 50, yes_count: 33, no_count: 17 })
    }
  })

  it("with the same text on one question are accepted once", async () => {
    const authors = await agents(20)
    const question = await openQuestion(instances.first)
    const reasoning = goodReasoning()
    const answers = await atOnce(
      20,
      (turn) => predict(turn, authors[turn]!.key, question, distinctPrediction({ reasoning }))
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(
      answers.filter(({ body, status }) =>
        status === 400 && body.failures.some((failure: { code: string }) => failure.code === "REASONING_TOO_SIMILAR")
      )
    ).toHaveLength(19)
  })

  it("with the same text on different questions are accepted once", async () => {
    const authors = await agents(20)
    const questions = await atOnce(20, () => openQuestion(instances.first))
    const reasoning = goodReasoning()
    const answers = await atOnce(
      20,
      (turn) => predict(turn, authors[turn]!.key, questions[turn]!, distinctPrediction({ reasoning }))
    )
    expect(tally(answers)).toEqual({ "201": 1, "400 REASONING_TOO_SIMILAR": 19 })
  })

  it("with the same text are accepted once, without affecting other predictions on the same questions", async () => {
    const copiers = await agents(10)
    const others = await agents(30)
    const questions = await atOnce(2, () => openQuestion(instances.first))
    const reasoning = goodReasoning()
    const [copies, rest] = await Promise.all([
      atOnce(10, (turn) => predict(turn, copiers[turn]!.key, questions[turn % 2]!, distinctPrediction({ reasoning }))),
      atOnce(30, (turn) => predict(turn, others[turn]!.key, questions[turn % 2]!, distinctPrediction()))
    ])
    expect(tally(rest)).toEqual({ "201": 30 })
    expect(copies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(copies.filter(({ status }) => status === 400)).toHaveLength(9)
  })

  it("that cite the same two pages on one question are accepted once", async () => {
    const authors = await agents(30)
    const question = await openQuestion(instances.first)
    const answers = await atOnce(30, (turn) => {
      const reasoning = reasoningCiting(["https://example.org/shared/one", "https://example.org/shared/two"])
      return predict(turn, authors[turn]!.key, question, distinctPrediction({ reasoning }))
    })
    expect(tally(answers)).toEqual({ "201": 1, "400 CITATIONS_REUSED": 29 })
  })

  it("that cite the same two pages among many others are accepted once", async () => {
    const copiers = await agents(12)
    const others = await agents(30)
    const question = await openQuestion(instances.first)
    const [copies, rest] = await Promise.all([
      atOnce(12, (turn) => {
        const reasoning = reasoningCiting(["https://example.org/shared/three", "https://example.org/shared/four"])
        return predict(turn, copiers[turn]!.key, question, distinctPrediction({ reasoning }))
      }),
      atOnce(30, (turn) => predict(turn, others[turn]!.key, question, distinctPrediction()))
    ])
    expect(tally(rest)).toEqual({ "201": 30 })
    expect(tally(copies)).toEqual({ "201": 1, "400 CITATIONS_REUSED": 11 })
  })

  it("are never stored after a concurrent closing of the question", async () => {
    const authors = await agents(30)
    for (let round = 0; round < 3; round++) {
      const question = await openQuestion(instances.first)
      const [closed, answers] = await Promise.all([
        instances.second.call("POST", `/api/admin/questions/${question}/close`, { as: instances.second.adminKey }),
        atOnce(30, (turn) => predict(turn, authors[turn]!.key, question, distinctPrediction()))
      ])
      expect(closed.status).toBe(200)
      for (const { body, status } of answers)
        expect(["201", "400 QUESTION_NOT_OPEN"]).toContain(status === 201 ? "201" : `${status} ${body.code}`)
      const [late] = await query<{ n: number; stored: number }>(
        instances.first,
        `select count(*) filter (where p.created_at > q.closed_at)::integer as n, count(*)::integer as stored
          from predictions p join questions q on q.id = p.question_id where q.id = $1::uuid`,
        [question]
      )
      expect(late).toEqual({ n: 0, stored: answers.filter(({ status }) => status === 201).length })
    }
  })

  it("are all paid if stored before a concurrent resolution", async () => {
    const authors = await agents(30)
    for (let round = 0; round < 3; round++) {
      const question = await openQuestion(instances.first)
      const [resolved, again, answers] = await Promise.all([
        instances.second.call("POST", `/api/admin/questions/${question}/resolve`, {
          as: instances.second.adminKey,
          body: { outcome: true }
        }),
        instances.first.call("POST", `/api/admin/questions/${question}/resolve`, {
          as: instances.first.adminKey,
          body: { outcome: false }
        }),
        atOnce(30, (turn) => predict(turn, authors[turn]!.key, question, distinctPrediction()))
      ])
      expect(Object.keys(tally([resolved, again])).sort()).toEqual(["200", "409 INVALID_TRANSITION"])
      for (const { body, status } of answers)
        expect(["201", "400 QUESTION_NOT_OPEN"]).toContain(status === 201 ? "201" : `${status} ${body.code}`)
      const [job] = await query<{ total: number; done: number; unpaid: number }>(
        instances.first,
        `select j.total, j.done, (select count(*)::integer from predictions p where p.question_id = j.question_id and p.payout is null) as unpaid
          from resolution_jobs j where j.question_id = $1::uuid`,
        [question]
      )
      const accepted = answers.filter(({ status }) => status === 201).length
      expect(job).toEqual({ total: accepted, done: accepted, unpaid: 0 })
    }
  })
})
