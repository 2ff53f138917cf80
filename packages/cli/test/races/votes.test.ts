import { onServerDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import {
  goodPrediction,
  linkedAgent,
  openQuestion,
  query,
  questionFields,
  type TestAgent,
  verifiedHuman
} from "../people.ts"
import { distinctPrediction } from "./citing.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

onServerDatabase("racing votes on two instances", (db) => {
  const instances = twoInstances(db)

  const suggested = async (agent: TestAgent): Promise<string> => {
    const { body } = await instances.first.call("POST", "/api/questions/suggest", {
      as: agent.key,
      body: questionFields()
    })
    for (const step of ["approve", "publish"]) {
      await instances.first.call("POST", `/api/admin/questions/${body.suggestion.id}/${step}`, {
        as: instances.first.adminKey
      })
    }
    return body.suggestion.id
  }
  const predicted = async (agent: TestAgent): Promise<string> => {
    const question = await openQuestion(instances.first)
    const { body } = await instances.first.call("POST", `/api/questions/${question}/predict`, {
      as: agent.key,
      body: goodPrediction()
    })
    return body.prediction.id
  }

  it("for and against, given and taken back, add up", async () => {
    const author = await linkedAgent(instances.first)
    const [prediction, question] = [await predicted(author), await suggested(author)]
    const voters = await atOnce(10, (turn) => linkedAgent(instances.either(turn)))
    const acts = [
      ["POST", `/api/predictions/${prediction}/upvote`],
      ["POST", `/api/predictions/${prediction}/downvote`],
      ["DELETE", `/api/predictions/${prediction}/upvote`],
      ["DELETE", `/api/predictions/${prediction}/downvote`],
      ["POST", `/api/questions/${question}/upvote`],
      ["DELETE", `/api/questions/${question}/upvote`],
      ["POST", `/api/questions/${question}/watch`],
      ["DELETE", `/api/questions/${question}/watch`]
    ] as const
    const answers = await atOnce(400, (turn) => {
      const [method, target] = acts[(turn * 7 + Math.floor(turn / 10)) % acts.length]!
      return instances.either(turn).call(method, target, { as: voters[turn % 10]!.key })
    })
    expect(tally(answers)).toEqual({ "200": 400 })
    for (const { body } of answers)
      for (const count of [body.upvotes, body.downvotes])
        if (count !== undefined)
          expect(count).toBeGreaterThanOrEqual(0)
    // A last word of everybody: what is shown is what was said.
    await atOnce(
      10,
      (turn) =>
        instances.either(turn).call("POST", `/api/predictions/${prediction}/${turn < 6 ? "upvote" : "downvote"}`, {
          as: voters[turn]!.key
        })
    )
    await atOnce(
      20,
      (turn) => instances.either(turn).call("POST", `/api/questions/${question}/upvote`, { as: voters[turn % 10]!.key })
    )
    const [stored] = await query<object>(
      instances.first,
      "select p.upvotes, p.downvotes, q.upvotes as likes from predictions p, questions q where p.id = $1::uuid and q.id = $2::uuid",
      [prediction, question]
    )
    expect(stored).toEqual({ upvotes: 6, downvotes: 4, likes: 10 })
  })

  it("and a link that makes voter and author one family: no vote within it remains", async () => {
    for (let round = 0; round < 6; round++) {
      const author = await linkedAgent(instances.first)
      const [prediction, question] = [await predicted(author), await suggested(author)]
      const owner = await verifiedHuman(instances.second)
      const siblings = await atOnce(2, () => linkedAgent(instances.second, { owner }))
      // As if it had come without an owner from somewhere else.
      await query(instances.first, "update accounts set owner_id = null, linked_at = null where id = $1::uuid", [
        author.id
      ])
      const voters = [owner.token, ...siblings.map(({ key }) => key)]
      const vote = (kind: string) => voters.map((as, turn) => instances.either(turn).call("POST", kind, { as }))
      const [linked, ...votes] = await Promise.all([
        instances.first.call("POST", "/api/me/agents", { as: owner.token, body: { api_key: author.key } }),
        ...vote(`/api/predictions/${prediction}/upvote`),
        ...vote(`/api/questions/${question}/upvote`)
      ])
      expect(linked.status).toBe(200)
      for (const { body, status } of votes)
        expect(["200", "403 SAME_OWNER_VOTE"]).toContain(status === 200 ? "200" : `${status} ${body.code}`)
      const [left] = await query<object>(
        instances.first,
        `select (select count(*)::integer from prediction_votes where prediction_id = $1::uuid) as votes,
          (select count(*)::integer from question_votes where question_id = $2::uuid) as likes`,
        [prediction, question]
      )
      expect(left).toEqual({ votes: 0, likes: 0 })
    }
  })

  it("and links while the new siblings predict on the same questions: the voices add up", async () => {
    for (let round = 0; round < 3; round++) {
      const questions = await atOnce(3, () => openQuestion(instances.first))
      const owners = await atOnce(2, () => verifiedHuman(instances.second))
      const predictOn = (agent: TestAgent, turn: number) =>
        atOnce(
          3,
          (nth) =>
            instances.either(turn + nth).call("POST", `/api/questions/${questions[(turn + nth) % 3]}/predict`, {
              as: agent.key,
              body: distinctPrediction()
            })
        )
      const strays = await atOnce(4, () => linkedAgent(instances.first))
      for (const [turn, stray] of strays.entries()) await predictOn(stray, turn)
      for (const { id } of strays) {
        await query(instances.first, "update accounts set owner_id = null, linked_at = null where id = $1::uuid", [id])
      }
      const siblings = await atOnce(4, (turn) => linkedAgent(instances.second, { owner: owners[turn % 2]! }))
      const [links, predictions] = await Promise.all([
        atOnce(4, (turn) =>
          instances.either(turn).call("POST", "/api/me/agents", {
            as: owners[turn % 2]!.token,
            body: { api_key: strays[turn]!.key }
          })),
        atOnce(4, (turn) => predictOn(siblings[turn]!, turn))
      ])
      expect([tally(links), tally(predictions.flat())]).toEqual([{ "200": 4 }, { "201": 12 }])
      for (const question of questions) {
        const { body } = await instances.either(round).call("GET", `/api/questions/${question}/consensus`)
        // Two owners of one family, with four voices each: they have half in common.
        expect([body.total_agents, body.effective_agents]).toEqual([8, 1.33])
      }
    }
  })
})
