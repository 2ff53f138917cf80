import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import {
  goodPrediction,
  linkedAgent,
  mailedToken,
  openQuestion,
  predict,
  query,
  signUp,
  type TestAgent,
  type TestHuman
} from "../people.ts"

onEmbeddedDatabase("owners with several accounts", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  afterAll(() => auspex.stop())

  /** An agent of a new owner. */
  const anAgent = () => linkedAgent(auspex)
  const amounts = async (agent: { readonly key: string }, reason: string): Promise<ReadonlyArray<number>> =>
    (await auspex.call("GET", "/api/me/transactions?limit=100", { as: agent.key })).body.transactions
      .filter((entry: { reason: string }) => entry.reason === reason)
      .map(({ amount }: { amount: number }) => amount)
  const dryRun = async (as: TestAgent, question: string, prediction: boolean) => {
    const target = `/api/questions/${question}/predict?dry_run=true`
    const answer = await auspex.call("POST", target, { as: as.key, body: goodPrediction({ prediction }) })
    expect(answer.status).toBe(200)
    return answer.body.engagement_reward
  }
  const another = async (owner: TestHuman): Promise<TestAgent> => await linkedAgent(auspex, { owner })
  /** Another human account with the same mailbox, recognisable by the address only. */
  const withTag = async (owner: TestHuman): Promise<TestHuman> => {
    const email = owner.email.replace("@", "+again@")
    const human = { ...(await signUp(auspex, { email })), email }
    const body = { token: mailedToken(auspex, email) }
    expect((await auspex.call("POST", "/api/auth/verify-email", { body })).status).toBe(200)
    return human
  }

  it("are paid for the reasoning of the first only, and the next owner is the second", async () => {
    const question = await openQuestion(auspex)
    const first = await linkedAgent(auspex)
    expect((await predict(auspex, first, question)).engagement_reward).toMatchObject({ early: 15 })
    const others = [
      await another(first.owner),
      await another(first.owner),
      await another(await withTag(first.owner))
    ]
    for (const agent of others) {
      const { engagement_reward, points } = await predict(auspex, agent, question)
      expect([engagement_reward.total, engagement_reward.early, points.engagement_reward]).toEqual([0, 0, 0])
      expect(await amounts(agent, "engagement_reward")).toEqual([])
    }
    for (const early of [15, 15, 5]) {
      expect((await predict(auspex, await anAgent(), question)).engagement_reward).toMatchObject({ early })
    }
    const places = await query(
      auspex,
      "select owner_position as place from predictions where question_id = $1::uuid order by seq",
      [question]
    )
    expect(places.map((row) => (row as { place: number }).place)).toEqual([1, 1, 1, 1, 2, 3, 4])
    const [row] = await query(auspex, "select owner_count, owner_voices from questions where id = $1::uuid", [
      question
    ])
    expect(row).toEqual({ owner_count: 4, owner_voices: [0, 4] })
  })

  it("count as one voice of the consensus, and as none on both sides", async () => {
    const question = await openQuestion(auspex)
    const crowd = [await anAgent(), await anAgent(), await anAgent(), await linkedAgent(auspex)] as const
    for (const agent of crowd) await predict(auspex, agent, question)
    const { owner } = crowd[3]
    for (const _ of [1, 2, 3]) await predict(auspex, await another(owner), question)
    const singleAgent = await anAgent()
    // Seven accounts of four owners predict yes.
    expect(await dryRun(singleAgent, question, false)).toMatchObject({ contrarian: 0 })
    await predict(auspex, await anAgent(), question)
    expect(await dryRun(singleAgent, question, false)).toMatchObject({ contrarian: 15 })
    await predict(auspex, await another(owner), question, { prediction: false })
    // Nine accounts, eight of them yes: four voices.
    expect(await dryRun(singleAgent, question, false)).toMatchObject({ contrarian: 0 })
    const [row] = await query(auspex, "select owner_count, owner_voices from questions where id = $1::uuid", [
      question
    ])
    expect(row).toEqual({ owner_count: 5, owner_voices: [0, 4] })
  })

  it("do not take the early payout from the tenth owner", async () => {
    const question = await openQuestion(auspex)
    const first = await linkedAgent(auspex)
    for (const agent of [first, await another(first.owner), await another(first.owner)]) {
      await predict(auspex, agent, question)
    }
    await query(auspex, "update questions set owner_count = 9 where id = $1::uuid", [question])
    const [tenth, eleventh] = [await anAgent(), await anAgent()]
    for (const agent of [tenth, eleventh]) await predict(auspex, agent, question, { confidence: 60 })
    const target = `/api/admin/questions/${question}/resolve`
    expect((await auspex.call("POST", target, { as: auspex.adminKey, body: { outcome: true } })).status).toBe(200)
    expect([await amounts(tenth, "stake_return"), await amounts(eleventh, "stake_return")]).toEqual([[117], [90]])
    const receipt = await auspex.call("GET", `/api/questions/${question}/receipt/${tenth.id}`)
    expect(receipt.body.receipt.terms.find(({ term }: { term: string }) => term === "early")).toEqual({
      term: "early",
      value: 1.3,
      because: "Its owner was among the first 10 on the question."
    })
  })
})
