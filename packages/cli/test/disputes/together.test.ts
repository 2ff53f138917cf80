import { onServerDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { expect, it } from "vitest"
import { query } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { agentsOn, asAdmin, end, file, objection, resolve, standingOf } from "./people.ts"

onServerDatabase("several disputes of one question", (db) => {
  const auspex = auspexOn(db)
  const coded = ({ body, status }: { readonly status: number; readonly body: { readonly code?: string } }) =>
    body.code === undefined ? status : `${status} ${body.code}`

  it.each([
    ["upheld", {}],
    ["dismissed", {}],
    ["overturned", { outcome: false }]
  ])("are open at the same time, one per account, and are %s together by one decision", async (status, instead) => {
    const { agents, questions: [question] } = await agentsOn(auspex, [[{}], [{ prediction: false }], [{}], [{}]], 1)
    const [first, second, third, silent] = agents
    await resolve(auspex, question!, { outcome: true })
    const ids: Array<string> = []
    for (const [at, agent] of [first!, second!, third!].entries()) {
      const evidence_urls = [`https://gauges.example.org/${at}`, "https://gauges.example.org/0"]
      const filed = await file(auspex, agent, question!, objection({ evidence_urls }))
      expect(filed.status).toBe(201)
      ids.push(filed.body.dispute.id)
      expect(coded(await file(auspex, agent, question!))).toBe("409 DUPLICATE_DISPUTE")
    }
    // Each of them shows all of them.
    const shown = (await asAdmin(auspex, "GET", `/api/admin/disputes/${ids[1]}`)).body.dispute
    expect(shown).toMatchObject({ status: "open", open_count: 3 })
    const listed = await asAdmin(auspex, "GET", `/api/admin/disputes?status=open&question_id=${question}`)
    expect([listed.body.total, listed.body.disputes.map(({ id }: { id: string }) => id)]).toEqual([3, ids.toReversed()])
    expect((await asAdmin(auspex, "GET", "/api/admin/disputes?question_id=none")).body)
      .toEqual({ disputes: [], total: 0, next_cursor: null })
    const preview = (await asAdmin(auspex, "GET", `/api/admin/disputes/${ids[1]}/preview?outcome=false`)).body
    expect(preview.disputes.map((row: { id: string; disputed_by: string }) => [row.id, row.disputed_by]))
      .toEqual([[ids[0], first!.id], [ids[1], second!.id], [ids[2], third!.id]])

    const ended = await end(auspex, ids[1]!, { status, ...instead })
    expect([ended.status, ended.body.dispute.id, ended.body.ended_count, ended.body.dispute.open_count])
      .toEqual([200, ids[1], 3, 0])
    const { body: { disputes } } = await auspex.call("GET", `/api/questions/${question}/disputes`)
    expect(disputes.map((row: { id: string; status: string; resolution_note: string }) => [
      row.id,
      row.status,
      row.resolution_note
    ])).toEqual(ids.toReversed().map((id) => [id, status, "Looked at again."]))
    const events = await query<{ data: object }>(
      auspex,
      "select data from outbox_events where event = 'dispute.resolved' and question_id = $1::uuid order by seq",
      [question]
    )
    expect(events.map(({ data }) => data)).toEqual(ids.map((dispute_id) => ({ dispute_id, status })))
    const notices = await query<{ account_id: string }>(
      auspex,
      "select account_id from notifications where type = 'dispute_resolved' and subject_id = any($1::text[]) order by subject_id",
      [ids]
    )
    expect(notices.map(({ account_id }) => account_id)).toEqual([first!.id, second!.id, third!.id])
    const audited = await query<{ subject_id: string; after: object }>(
      auspex,
      "select subject_id, after from audit_log where action = 'dispute.resolve' and subject_id = any($1::text[])",
      [ids]
    )
    expect(audited).toMatchObject([{ subject_id: ids[1], after: { status, other_disputes: [ids[0], ids[2]] } }])
    expect(coded(await end(auspex, ids[0]!, { status: "upheld" }))).toBe("409 INVALID_TRANSITION")

    // The question is resolved again once, with the evidence of all disputes, that of the named one first.
    const { question: stored } = (await auspex.call("GET", `/api/questions/${question}`)).body
    const standing = await standingOf(auspex, silent!)
    if (status === "overturned") {
      expect(stored).toMatchObject({
        outcome: false,
        evidence_urls: [1, 0, 2].map((at) => `https://gauges.example.org/${at}`)
      })
      expect(standing.correct_count).toBe(0)
    } else {
      expect([stored.outcome, standing.correct_count]).toEqual([true, 1])
    }
    const jobs = await query(auspex, "select from resolution_jobs where question_id = $1::uuid", [question])
    expect(jobs).toHaveLength(status === "overturned" ? 2 : 1)
    // After the end of a dispute, another may be filed.
    expect((await file(auspex, first!, question!)).status).toBe(201)
    expect(await db.run(checkInvariants)).toEqual([])
  })
})
