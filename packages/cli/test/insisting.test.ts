import { describe, expect, it } from "vitest"
import type { Answer } from "./harness.ts"
import { insist } from "./insisting.ts"

const answerOf = (status: number): Answer => ({ status, headers: new Headers(), text: `answer ${status}`, body: {} })

describe("insisting", () => {
  it("repeats a call until it is not refused with 503", async () => {
    const statuses = [503, 503, 409]
    expect(await insist(async () => answerOf(statuses.shift()!))).toMatchObject({ status: 409 })
    expect(statuses).toEqual([])
  })

  it("ends, and says what it saw", async () => {
    await expect(insist(async () => answerOf(503), 3)).rejects.toThrow("answered 3 times with 503, lastly answer 503")
  })
})
