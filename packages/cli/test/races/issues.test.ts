import { onServerDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { query, registerAgent } from "../people.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

onServerDatabase("racing issues on two instances", (db) => {
  const instances = twoInstances(db)
  const report = { title: "The chart is empty", content: "It shows the axes only." }

  it("are limited to ten a day per account, however many are filed concurrently", async () => {
    for (let round = 0; round < 2; round++) {
      const { id, key } = await registerAgent(instances.first)
      const answers = await atOnce(
        50,
        (turn) => instances.either(turn).call("POST", "/api/issues", { as: key, body: report })
      )
      expect(tally(answers)).toEqual({ 201: 10, "429 DAILY_LIMIT": 40 })
      const rows = await query(instances.first, "select count(*)::integer as n from issues where user_id = $1::uuid", [
        id
      ])
      expect(rows).toEqual([{ n: 10 }])
    }
  })

  it("are moved by one of several concurrent administrators", async () => {
    const { key } = await registerAgent(instances.first)
    for (let round = 0; round < 4; round++) {
      const filed = await instances.first.call("POST", "/api/issues", { as: key, body: report })
      const { id } = filed.body.issue
      const answers = await atOnce(8, (turn) => {
        const instance = instances.either(turn)
        return instance.call("PATCH", `/api/admin/issues/${id}`, {
          as: instance.adminKey,
          body: { status: (turn + round) % 3 === 0 ? "closed" : "acknowledged" }
        })
      })
      expect(tally(answers)).toEqual({ 200: 1, "409 INVALID_TRANSITION": 7 })
      const { status } = answers.find((answer) => answer.status === 200)!.body.issue
      const steps = await query(
        instances.first,
        "select after ->> 'status' as status from audit_log where subject_type = 'issue' and subject_id = $1",
        [id]
      )
      expect(steps).toEqual([{ status }])
    }
  })
})
