import { onServerDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { openQuestion } from "../people.ts"

onServerDatabase("a type of question in the filter of a list", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    await openQuestion(auspex)
    await openQuestion(auspex, { question_type: "multi", options: ["Red", "Blue"] })
  })
  afterAll(() => auspex.stop())

  it.each([
    "poll",
    "numeric",
    "NUMERIC",
    "multiple_choice",
    "binary,multi",
    "'; drop",
    "%F0%9F%8E%B2",
    "x".repeat(2_000)
  ])(
    "selects nothing if there is no such type: %s",
    async (type) => {
      for (const more of ["", "&status=open", "&sort=contested", `&as_of=${new Date().toISOString()}`]) {
        const answer = await auspex.call("GET", `/api/questions?question_type=${type}${more}`)
        expect([answer.status, answer.body]).toEqual([200, { questions: [], total: 0, next_cursor: null }])
      }
      const all = await auspex.call("GET", `/api/admin/questions?question_type=${type}`, { as: auspex.adminKey })
      expect([all.status, all.body.questions]).toEqual([200, []])
    }
  )

  it("selects the questions of a known one, in any letter case, and all if it is empty", async () => {
    const total = async (type: string) => (await auspex.call("GET", `/api/questions?question_type=${type}`)).body.total
    expect([await total("binary"), await total("Binary"), await total("multi"), await total("")]).toEqual([1, 1, 1, 2])
  })

  it("leaves what else is wrong with a request to be refused", async () => {
    for (const query of ["limit=-1", "cursor=x", "category=sports", "sort=random"]) {
      const { status } = await auspex.call("GET", `/api/questions?question_type=numeric&${query}`)
      expect([query, status]).toEqual([query, 400])
    }
  })
})
