import { expect } from "vitest"
import type { Evening, Json } from "./cast.ts"
import { predictors } from "./predictions.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"
const evidence = ["https://office.example.org/revised"]

/** Disputes of the question by four agents in turn; returns them in order, with their final status. */
export const dispute = async (
  evening: Evening
): Promise<ReadonlyArray<{ readonly id: string; readonly by: string; readonly status: string }>> => {
  const { admin, agents: a, allowed, done, later, pointsOf, post, question, read, refused } = evening
  const file = (by: { readonly key: string } | undefined, body: object = {}, id = question) =>
    post(`/api/questions/${id}/dispute`, by?.key, { reason: "r".repeat(50), evidence_urls: evidence, ...body })
  const end = (id: string, status: string, extra: object = {}, as = evening.auspex.adminKey) =>
    post(`/api/admin/disputes/${id}/resolve`, as, { status, resolution_note: "Looked at again.", ...extra })
  const points = () => Promise.all(a.map(pointsOf))
  const filed: Array<{ id: string; by: string; status: string }> = []
  const opened = ({ dispute: { disputed_by: by, id, status } }: Json): string => {
    filed.push({ id, by, status })
    return id
  }
  const ended = ({ dispute: { id, status } }: Json) => {
    filed.find((one) => one.id === id)!.status = status
  }

  await refused("4 what is disputed", "400 QUESTION_NOT_DISPUTABLE", file(a[0]))
  await refused("4 what is disputed", "404 QUESTION_NOT_FOUND", file(a[0], {}, unknownId))
  await done(200, admin(`questions/${question}/resolve`, { outcome: true }))
  const settled = await points()
  await refused("4 who disputes", "401 MISSING_AUTH", file(undefined))
  await refused("4 who disputes", "403 PREDICTION_REQUIRED", file(a[8]))
  await refused("4 who disputes", "403 PREDICTION_REQUIRED", file({ key: a[0].owner.token }))
  await refused("4 reasons", "400 INVALID_REQUEST", file(a[0], { reason: `  ${"r".repeat(49)} ` }))
  await refused(
    "4 evidence",
    "400 INVALID_REQUEST",
    file(a[0], { evidence_urls: Array(21).fill("https://example.org") })
  )
  await refused("4 evidence", "400 INVALID_REQUEST", file(a[0], { evidence_urls: ["the revised release"] }))

  const first = opened(await allowed("4 reasons", 201, file(a[0])))
  await refused("4 one at a time", "409 DUPLICATE_DISPUTE", file(a[0]))
  await refused("4 who resolves", "403 ADMIN_REQUIRED", end(first, "dismissed", {}, a[0].key))
  ended(await allowed("4 dismissed", 200, end(first, "dismissed")))
  await refused("4 dismissed", "409 INVALID_TRANSITION", end(first, "upheld"))

  const second = opened(await allowed("4 one at a time", 201, file(a[1])))
  await refused("4 upheld", "400 INVALID_REQUEST", end(second, "upheld", { outcome: false }))
  ended(await allowed("4 upheld", 200, end(second, "upheld")))
  await refused("4 upheld", "409 INVALID_TRANSITION", end(second, "upheld"))
  expect(await points()).toEqual(settled)

  const third = opened(
    await allowed("4 what is disputed", 201, file(a[2], { evidence_urls: [...evidence, ...evidence] }))
  )
  for (const wrong of [{}, { outcome: true }, { correct_options: ["no"] }]) {
    await refused("4 overturned", "400 INVALID_REQUEST", end(third, "overturned", wrong))
  }
  ended(await allowed("4 overturned", 200, end(third, "overturned", { outcome: false })))
  await refused("4 overturned", "409 INVALID_TRANSITION", end(third, "overturned", { outcome: true }))
  const reversed = (await points()).map((now, n) => Math.sign(now - settled[n]!))
  expect(reversed).toEqual(a.map((_, n) => (predictors as ReadonlyArray<number>).includes(n) ? -1 : 0))
  expect((await read(`/api/questions/${question}`)).question.outcome).toBe(false)

  // The 72 hours begin at the last resolution.
  await later(6.1 + 71.9)
  const fourth = opened(await allowed("4 within 72 hours", 201, file(a[3])))
  ended(await allowed("4 who resolves", 200, end(fourth, "dismissed")))
  await later(6.1 + 72.1)
  await refused("4 within 72 hours", "400 QUESTION_NOT_DISPUTABLE", file(a[4]))

  const { disputes, total } = await allowed("4 evidence", 200, evening.get(`/api/questions/${question}/disputes`))
  expect(disputes.map(({ disputed_by: by, id, status }: Json) => ({ id, by, status }))).toEqual(filed.toReversed())
  expect([total, disputes[1].evidence_urls]).toEqual([4, evidence])
  await allowed("4 who disputes", 200, evening.get(`/api/admin/disputes/${fourth}`, evening.auspex.adminKey))
  return filed
}
