import { onServerDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { agentsOn, dispute, file, resolve, standingOf } from "../disputes/people.ts"
import { linkedAgent, openQuestion, predict, query } from "../people.ts"
import { distinctPrediction } from "./citing.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

onServerDatabase("racing disputes on two instances", (db) => {
  const instances = twoInstances(db)

  it("are opened once per account, however often each files, and ended together by one decision", async () => {
    for (let round = 0; round < 3; round++) {
      const question = await openQuestion(instances.first)
      const agents = await atOnce(5, () => linkedAgent(instances.first))
      for (const agent of agents) await predict(instances.first, agent, question, distinctPrediction())
      await resolve(instances.first, question, { outcome: true })
      const answers = await atOnce(20, (turn) => file(instances.either(turn), agents[turn % 3]!, question))
      expect(tally(answers)).toEqual({ 201: 3, "409 DUPLICATE_DISPUTE": 17 })
      const ids = answers.flatMap(({ body, status }) => status === 201 ? [body.dispute.id as string] : [])
      // Each request names a different dispute; two more accounts file concurrently.
      const racing = await atOnce(8, (turn) => {
        const instance = instances.either(turn)
        if (turn > 5) return file(instance, agents[turn - 3]!, question)
        return instance.call("POST", `/api/admin/disputes/${ids[turn % 3]}/resolve`, {
          as: instance.adminKey,
          body: { resolution_note: `By ${turn}.`, status: "overturned", outcome: turn % 2 === 0 ? false : null }
        })
      })
      const verdicts = racing.slice(0, 6)
      expect([tally(verdicts), tally(racing.slice(6))]).toEqual([{ 200: 1, "409 INVALID_TRANSITION": 5 }, { 201: 2 }])
      const { body: { dispute: named, ended_count } } = verdicts.find(({ status }) => status === 200)!
      const rows = await query(
        instances.first,
        `select d.status, d.resolution_note, count(o.*)::integer as events from disputes d
        left join outbox_events o on o.event = 'dispute.resolved' and o.data ->> 'dispute_id' = d.id::text
        where d.question_id = $1::uuid group by d.id order by d.status = 'open', d.id`,
        [question]
      )
      const over = { status: "overturned", resolution_note: named.resolution_note, events: 1 }
      const open = { status: "open", resolution_note: null, events: 0 }
      expect(rows).toEqual(Array.from({ length: 5 }, (_, at) => at < ended_count ? over : open))
      expect(ended_count).toBeGreaterThanOrEqual(3)
      const jobs = await query(instances.first, "select from resolution_jobs where question_id = $1::uuid", [question])
      expect(jobs).toHaveLength(2)
    }
  })

  it("are ended once, by the first administrator, with one change of balances", async () => {
    const { agents, questions: [question] } = await agentsOn(instances.first, [[{}], [{ prediction: false }]], 1)
    await resolve(instances.first, question!, { outcome: true })
    let outcome = true
    for (let round = 0; round < 10; round++) {
      const before = await Promise.all(agents.map((agent) => standingOf(instances.first, agent)))
      const id = await dispute(instances.first, agents[0]!, question!)
      const verdicts = [
        { status: "upheld" },
        { status: "overturned", outcome: !outcome },
        { status: "dismissed" },
        { status: "overturned", outcome: null }
      ]
      const answers = await atOnce(8, (turn) => {
        const instance = instances.either(turn)
        return instance.call("POST", `/api/admin/disputes/${id}/resolve`, {
          as: instance.adminKey,
          body: { resolution_note: `By ${turn}.`, ...verdicts[(turn + round) % 4] }
        })
      })
      expect(tally(answers)).toEqual({ 200: 1, "409 INVALID_TRANSITION": 7 })
      const { dispute: ended } = answers.find(({ status }) => status === 200)!.body
      const events = await query(
        instances.first,
        "select data ->> 'status' as status from outbox_events where event = 'dispute.resolved' and data ->> 'dispute_id' = $1",
        [id]
      )
      expect(events).toEqual([{ status: ended.status }])
      const after = await Promise.all(agents.map((agent) => standingOf(instances.first, agent)))
      if (ended.status !== "overturned") expect(after).toEqual(before)
      else if (ended.outcome === null) {
        expect(after.map(({ points }, at) => points - before[at]!.points).reduce((sum, one) => sum + one)).not.toBe(0)
        // A void question can be overturned again, so the next round has two sides.
        const back = await dispute(instances.first, agents[0]!, question!)
        await instances.second.call("POST", `/api/admin/disputes/${back}/resolve`, {
          as: instances.second.adminKey,
          body: { status: "overturned", outcome, resolution_note: "Back." }
        })
        expect(await Promise.all(agents.map((agent) => standingOf(instances.first, agent)))).toEqual(before)
      } else outcome = !outcome
    }
  })

  it("overturn several questions of the same accounts concurrently without losing a point", async () => {
    const { agents, questions } = await agentsOn(instances.first, [[{}, {}, {}, {}], [{}, {}, {}, {}]], 4)
    for (const question of questions) await resolve(instances.first, question, { outcome: true })
    const ids: Array<string> = []
    for (const question of questions) ids.push(await dispute(instances.first, agents[0]!, question))
    const answers = await atOnce(4, (turn) => {
      const instance = instances.either(turn)
      return instance.call("POST", `/api/admin/disputes/${ids[turn]}/resolve`, {
        as: instance.adminKey,
        body: { status: "overturned", outcome: turn === 3 ? null : false, resolution_note: "All wrong." }
      })
    })
    expect(tally(answers)).toEqual({ 200: 4 })
    for (const agent of agents) {
      expect(await standingOf(instances.first, agent)).toMatchObject({
        streak_count: 0,
        max_streak: 0,
        resolved_count: 3,
        correct_count: 0
      })
    }
  })
})
