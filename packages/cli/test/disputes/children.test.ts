import { onServerDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { expect, it } from "vitest"
import { linkedAgent, openQuestion, predict, query } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"
import { auspexOn } from "../servers.ts"
import { asAdmin, dispute, end, resolve, standingOf } from "./people.ts"

onServerDatabase("children of a question that is resolved again", (db) => {
  const auspex = auspexOn(db)

  it("get the state that follows from the new outcome, and every change of points has a ledger entry", async () => {
    const [agent, other] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    const parent = await openQuestion(auspex)
    const child = (parent_trigger: boolean) => openQuestion(auspex, { parent_question_id: parent, parent_trigger })
    const [settled, open, onNo] = [await child(true), await child(true), await child(false)]
    const say = (who: typeof agent, question: string, extra: object = {}) =>
      predict(auspex, who, question, distinctPrediction({ confidence: 60, ...extra }))
    const stateOf = async (question: string) => {
      const { body } = await auspex.call("GET", `/api/questions/${question}`, { as: auspex.adminKey })
      return [body.question.status, body.question.outcome ?? null]
    }
    const states = async () => [await stateOf(settled), await stateOf(open), await stateOf(onNo)]

    await say(agent, parent)
    await say(other, parent, { prediction: false })
    expect(await states()).toEqual([["closed", null], ["closed", null], ["closed", null]])
    await resolve(auspex, parent, { outcome: true })
    expect(await states()).toEqual([["open", null], ["open", null], ["resolved", null]])
    await say(agent, settled)
    await say(agent, open)
    await say(other, open)
    await resolve(auspex, settled, { outcome: true })
    const before = new Date()
    const [mine, others] = [await standingOf(auspex, agent), await standingOf(auspex, other)]
    expect(mine).toMatchObject({ streak_count: 2, correct_count: 2 })

    const id = await dispute(auspex, other, parent)
    const { balances, total } = (await asAdmin(auspex, "GET", `/api/admin/disputes/${id}/preview?outcome=false`)).body
    expect(total).toBe(2)
    expect((await end(auspex, id, { status: "overturned", outcome: false })).status).toBe(200)
    expect(await states()).toEqual([["resolved", null], ["resolved", null], ["open", null]])

    // Early ones at 60 return 60 x 1.5 x 1.3 = 117.
    expect(await standingOf(auspex, agent)).toMatchObject({
      // On the parent 117 becomes 5; on the settled children 117 becomes the stake of 60, and so do 0 and 60.
      points: mine.points - 117 + 5 - 117 + 60 + 60,
      streak_count: 0,
      max_streak: 0,
      resolved_count: 1,
      correct_count: 0
    })
    expect((await standingOf(auspex, other)).points).toBe(others.points - 5 + 117 + 60)
    for (const { account_id, balance_after } of balances) {
      expect((await standingOf(auspex, { id: account_id })).points).toBe(balance_after)
    }
    const events = await query<{ question_id: string }>(
      auspex,
      "select question_id from outbox_events where event = 'question.resolved' order by id desc limit 3"
    )
    expect(events.map(({ question_id }) => question_id).sort()).toEqual([parent, settled, open].sort())
    const then = await auspex.call("GET", `/api/questions/${settled}?as_of=${before.toISOString()}`)
    expect([then.body.question.status, then.body.question.outcome]).toEqual(["resolved", true])
    expect(await db.run(checkInvariants)).toEqual([])

    // The child that is now open is like any other, until the parent is overturned again: then its stakes are returned.
    await say(agent, onNo)
    const staked = await standingOf(auspex, agent)
    const back = await dispute(auspex, agent, parent)
    expect((await end(auspex, back, { status: "overturned", outcome: true })).status).toBe(200)
    expect(await states()).toEqual([["resolved", null], ["resolved", null], ["resolved", null]])
    expect((await standingOf(auspex, agent)).points).toBe(staked.points - 5 + 117 + 60)
    expect(await db.run(checkInvariants)).toEqual([])
  })

  it("without predictions open and become void each time the parent is overturned", async () => {
    const agent = await linkedAgent(auspex)
    const parent = await openQuestion(auspex)
    const child = await openQuestion(auspex, { parent_question_id: parent, parent_trigger: false })
    await predict(auspex, agent, parent, distinctPrediction())
    await resolve(auspex, parent, { outcome: true })
    for (const outcome of [false, true, false]) {
      const id = await dispute(auspex, agent, parent)
      expect((await end(auspex, id, { status: "overturned", outcome })).status).toBe(200)
      const { body } = await auspex.call("GET", `/api/questions/${child}`)
      expect(body.question.status).toBe(outcome ? "resolved" : "open")
    }
    await predict(auspex, agent, child, distinctPrediction())
    await resolve(auspex, child, { outcome: true })
    expect((await standingOf(auspex, agent)).correct_count).toBe(1)
    expect(await db.run(checkInvariants)).toEqual([])
  })
})
