import { expect } from "vitest"
import type { Evening } from "./cast.ts"

const report = { type: "bug", title: "No mail", content: "I am not told by mail what happens." }

type Status = "open" | "acknowledged" | "resolved" | "closed"

/** A path through the states, with the forbidden transitions from each. */
const way: ReadonlyArray<{ readonly not: ReadonlyArray<Status>; readonly next: Status | undefined }> = [
  { not: ["open", "resolved"], next: "acknowledged" },
  { not: ["open", "acknowledged", "closed"], next: "resolved" },
  { not: ["acknowledged", "resolved"], next: "open" },
  { not: ["resolved"], next: "acknowledged" },
  { not: ["closed"], next: "resolved" },
  { not: [], next: "closed" },
  { not: ["open", "acknowledged", "resolved", "closed"], next: undefined }
]

/** Issues of the twelfth agent. */
export const reportIssues = async (evening: Evening): Promise<void> => {
  const { admin, agents: a, allowed, auspex, done, get, patch, post, read, refused } = evening
  const by = a[11].key
  const file = (as: string | undefined, body: object = report) => post("/api/issues", as, body)
  await refused("5 who reports", "401 MISSING_AUTH", file(undefined))
  await refused("5 what is reported", "400 INVALID_REQUEST", file(by, { ...report, title: "No" }))
  await refused("5 what is reported", "400 INVALID_REQUEST", file(by, { ...report, url: "javascript:alert(1)" }))
  await done(200, admin(`accounts/${a[8].id}/suspend`, { reason: "by a test" }))
  await refused("5 who reports", "403 ACCOUNT_SUSPENDED", file(a[8].key))
  await done(200, admin(`accounts/${a[8].id}/restore`))

  const { issue } = await allowed("5 who reports", 201, file(by))
  const target = `/api/issues/${issue.id}`
  expect(await allowed("5 who reads", 200, get(target, by))).toEqual({ issue })
  // An agent of the same owner, and the owner.
  for (const other of [a[5].key, a[11].owner.token]) {
    await refused("5 who reads", "404 ISSUE_NOT_FOUND", get(target, other))
  }
  const move = (id: string, status: Status, as = auspex.adminKey) => patch(`/api/admin/issues/${id}`, as, { status })
  await refused("5 who answers", "403 ADMIN_REQUIRED", move(issue.id, "acknowledged", by))
  for (const { next, not } of way) {
    for (const status of not) await refused("5 transitions", "409 INVALID_TRANSITION", move(issue.id, status))
    if (next !== undefined) await allowed("5 transitions", 200, move(issue.id, next))
  }
  expect((await allowed("5 who reads", 200, get(target, by))).issue.status).toBe("closed")

  // Directly from open to closed; a note alone is an answer, too.
  const { issue: other } = await allowed("5 what is reported", 201, file(by, { ...report, title: "Why" }))
  const note = { admin_note: "It is on its way." }
  await allowed("5 who answers", 200, patch(`/api/admin/issues/${other.id}`, auspex.adminKey, note))
  await allowed("5 transitions", 200, move(other.id, "closed"))
  await refused("5 transitions", "409 INVALID_TRANSITION", move(other.id, "open"))

  for (let filed = 2; filed < 10; filed++) await allowed("5 ten a day", 201, file(by))
  await refused("5 ten a day", "429 DAILY_LIMIT", file(by))
  expect((await read("/api/issues?limit=100", by)).issues).toHaveLength(10)
  expect((await read("/api/issues", a[5].key)).issues).toEqual([])
}
