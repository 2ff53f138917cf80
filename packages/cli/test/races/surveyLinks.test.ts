import { onServerDatabase } from "@auspex/testkit/databases"
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import type { Answer } from "../harness.ts"
import { query } from "../people.ts"
import { researchMember } from "../projects/researchMember.ts"
import { newLink, newSurvey, send } from "../surveyLinks/answering.ts"
import { rounds, roundsTimeout } from "./rounds.ts"
import { atOnce, twoInstances } from "./twoInstances.ts"

/** How many answers have each status. */
const byStatus = (answers: ReadonlyArray<Answer>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

onServerDatabase("racing people with links to surveys on two instances", (db) => {
  const instances = twoInstances(db)

  it("get no more links than a survey may have", roundsTimeout, async () => {
    const member = await researchMember(instances.first)
    for (let round = 0; round < rounds; round++) {
      await query(instances.first, "truncate rate_windows")
      const { id } = await newSurvey(member)
      const answers = await atOnce(30, (turn) =>
        instances.either(turn).research("POST", `/api/projects/${id}/links`, {
          as: member.key,
          body: { name: `Link ${turn}` }
        }))
      expect(byStatus(answers)).toEqual({ 201: 20, 400: 10 })
      expect((await member.call("GET", `/api/projects/${id}/links`)).body.total).toBe(20)
    }
  })

  it("are counted once for each form, and no more of them than a link takes", roundsTimeout, async () => {
    const member = await researchMember(instances.first)
    for (let round = 0; round < rounds; round++) {
      await query(instances.first, "truncate rate_windows")
      const { id, questions } = await newSurvey(member)
      const { token } = await newLink(member, id, { responses_max: 5 })
      const forms = Array.from({ length: 20 }, () => randomUUID())
      const answers = await atOnce(
        60,
        (turn) => send(instances.either(turn), token, { [questions[0]!]: "Shorter queues." }, forms[turn % 20]!)
      )
      expect(byStatus(answers)).toEqual({ 303: 15, 410: 45 })
      const taken = new Set(forms.filter((_, at) => answers[at]!.status === 303))
      const rows = await query<{ readonly form_id: string }>(
        instances.first,
        "select form_id from survey_responses where project_id = $1::uuid",
        [id]
      )
      expect(new Set(rows.map(({ form_id }) => form_id))).toEqual(taken)
      expect((await member.call("GET", `/api/projects/${id}/links`)).body.links).toMatchObject([
        { status: "full", response_count: 5 }
      ])
    }
  })
})
