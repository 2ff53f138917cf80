import { onEachDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { draftQuestion, fresh, linkedAgent, questionFields } from "../people.ts"
import { auspexOn } from "../servers.ts"

onEachDatabase("duplicate questions", (db) => {
  const auspex = auspexOn(db)
  const create = (body: object) => auspex.call("POST", "/api/admin/questions", { as: auspex.adminKey, body })
  const act = (id: string, verb: string, body?: object) =>
    auspex.call("POST", `/api/admin/questions/${id}/${verb}`, { as: auspex.adminKey, ...(body && { body }) })

  it("for the same date are refused with the id of the first, for any author and spelling", async () => {
    const agent = await linkedAgent(auspex)
    const number = fresh()
    const fields = { ...questionFields(), question: `Will measure ${number} pass one hundred at once?` }
    const first = await create(fields)
    expect(first.status).toBe(201)
    const id = first.body.question.id
    for (
      const question of [
        fields.question,
        ` WILL  measure ${number}\u00a0pass one hundred at once `,
        `Will mеаsurе ${number} pаss onе hundrеd at once??`
      ]
    ) {
      const again = await auspex.call("POST", "/api/questions/suggest", {
        as: agent.key,
        body: { ...fields, question }
      })
      expect([again.status, again.body.code]).toEqual([409, "DUPLICATE_QUESTION"])
      expect(again.body.error).toContain(id)
      expect((await create({ ...fields, question })).body.code).toBe("DUPLICATE_QUESTION")
    }
    const later = await create({ ...fields, resolution_date: "2089-12-31" })
    expect(later.status).toBe(201)
    // An update must not create a duplicate, either.
    const changed = await auspex.call("PATCH", `/api/admin/questions/${later.body.question.id}`, {
      as: auspex.adminKey,
      body: { resolution_date: (fields as unknown as { resolution_date: string }).resolution_date }
    })
    expect([changed.status, changed.body.code]).toEqual([409, "DUPLICATE_QUESTION"])
    const unchanged = await auspex.call("PATCH", `/api/admin/questions/${id}`, {
      as: auspex.adminKey,
      body: { question: `${fields.question}?` }
    })
    expect(unchanged.status).toBe(200)
  })

  it("are allowed once the first is resolved or deleted", async () => {
    const fields = questionFields()
    const first = await draftQuestion(auspex, fields)
    const removed = await auspex.call("DELETE", `/api/admin/questions/${first}`, { as: auspex.adminKey })
    expect(removed.status).toBe(200)
    const second = await draftQuestion(auspex, fields)
    for (const verb of ["approve", "publish", "close"]) expect((await act(second, verb)).status).toBe(200)
    expect((await create(fields)).status).toBe(409)
    const resolved = await act(second, "resolve", { outcome: true, resolution_note: "It was.", evidence_urls: [] })
    expect(resolved.status).toBe(200)
    expect((await create(fields)).status).toBe(201)
  })

  it("are created once by concurrent requests", async () => {
    const fields = questionFields()
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(fields)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 201)
    expect(new Set(others.map(({ body }) => body.code))).toEqual(new Set(["DUPLICATE_QUESTION"]))
    for (const { body } of others) expect(body.error).toContain(made[0]!.body.question.id)
  })
})
