import { Either } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  queuePart,
  type QueuePosition,
  queueWindowMax,
  type WaitingPrediction
} from "../../src/community/guardians/GuardianQueue.ts"
import { type PredictionVotes, validationSummary } from "../../src/community/guardians/ValidationSummary.ts"
import { formatFlags, judgeValidation, ValidationFlag } from "../../src/community/guardians/PredictionValidation.ts"

const owners = fc.constantFrom("author", "a", "b", "c")
const anyVotes: fc.Arbitrary<PredictionVotes> = fc.record({
  author: fc.constant("author"),
  validations: fc.array(fc.record({
    owner: owners,
    validation: fc.constantFrom("valid" as const, "suspect" as const),
    flags: fc.subarray([...ValidationFlag.literals])
  })),
  claims: fc.array(owners)
})

describe("the marks of a prediction", () => {
  it.each<readonly [string, Partial<PredictionVotes>, string | null]>([
    ["without validations", {}, null],
    ["by one owner's two guardians", {
      validations: [
        { owner: "a", validation: "suspect", flags: ["spam"] },
        { owner: "a", validation: "suspect", flags: [] }
      ]
    }, null],
    ["by two owners without flags", {
      validations: [
        { owner: "a", validation: "suspect", flags: [] },
        { owner: "b", validation: "suspect", flags: [] }
      ]
    }, "suspect"],
    ["by two owners' flags, each once and in order", {
      validations: [
        { owner: "a", validation: "suspect", flags: ["spam", "low_quality"] },
        { owner: "b", validation: "suspect", flags: ["spam"] },
        { owner: "c", validation: "valid", flags: ["duplicate"] }
      ]
    }, "low_quality,spam"],
    ["by one suspect verdict and one claim", {
      validations: [{ owner: "a", validation: "suspect", flags: [] }],
      claims: ["b"]
    }, null],
    ["by two claims", { claims: ["a", "b"] }, "hallucination"],
    ["by a claim of the author's family", { claims: ["a", "author"] }, null]
  ])(
    "%s",
    (_, votes, flags) =>
      expect(validationSummary({ author: "author", validations: [], claims: [], ...votes }).hallucination_flags).toBe(
        flags
      )
  )

  it("do not depend on the order of validations, or on the author's family", () => {
    fc.assert(fc.property(anyVotes, (votes) => {
      const standing = validationSummary(votes)
      const reversed = { ...votes, validations: votes.validations.toReversed(), claims: votes.claims.toReversed() }
      expect(validationSummary(reversed)).toEqual(standing)
      const family = { owner: "author", validation: "suspect" as const, flags: ["spam" as const] }
      const more = { ...votes, validations: [...votes.validations, family], claims: [...votes.claims, "author"] }
      expect(validationSummary(more)).toEqual(standing)
    }))
  })
})

describe("a validation", () => {
  it("reports all failures together", () => {
    const judged = judgeValidation({ validation: "valid", reason: " fine ", flags: ["rude"] })
    expect(Either.isLeft(judged) && judged.left.map(({ field }) => field)).toEqual(["reason", "flags"])
  })
  it("keeps each flag once, in the order of the list", () => {
    const flags = ["spam", "hallucination", "spam"] as const
    const judged = judgeValidation({ validation: "suspect", reason: "Made up, all of it.", flags })
    expect(Either.getOrThrow(judged).flags).toEqual(["hallucination", "spam"])
    expect(formatFlags(flags)).toBe("hallucination,spam")
  })
})

describe("the queue", () => {
  const start: QueuePosition = { from: null, to: null, after: null }
  /** Reads all pages of the queue from an in-memory store of ordered waiting predictions. */
  const readAll = (waiting: ReadonlyArray<WaitingPrediction>, limit: number): ReadonlyArray<ReadonlyArray<string>> => {
    const at = (row: { readonly id: string }) => waiting.findIndex(({ id }) => id === row.id)
    const pages: Array<ReadonlyArray<string>> = []
    let position: QueuePosition | null = start
    while (position !== null) {
      const { from, to }: QueuePosition = position
      const window = waiting.slice(from === null ? 0 : at(from) + 1, to === null ? undefined : at(to) + 1)
      const part = queuePart(window.slice(0, queueWindowMax), position, 0, limit)
      pages.push(part.ids)
      position = part.next
    }
    return pages
  }
  const world = fc.array(fc.integer(), { minLength: 0, maxLength: 450 }).map((keys) =>
    keys.map((shuffle_key, at): WaitingPrediction => ({
      level: at < keys.length / 2 ? 0 : 1,
      id: String(at).padStart(4, "0"),
      shuffle_key
    }))
  )

  it("contains every prediction once across pages", () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 100 }), (waiting, limit) => {
        const seen = readAll(waiting, limit).flat()
        expect(seen.toSorted()).toEqual(waiting.map(({ id }) => id))
      }),
      { numRuns: 40 }
    )
  })

  it("lists the oldest first while few are waiting", () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 100 }), (waiting, limit) => {
        const few = waiting.slice(0, queueWindowMax - 1)
        expect(readAll(few, limit).flat()).toEqual(few.map(({ id }) => id))
      }),
      { numRuns: 40 }
    )
  })

  it("shuffles the oldest differently per guardian when many are waiting", () => {
    const after = (guardian: number) =>
      queuePart(
        Array.from({ length: queueWindowMax }, (_, at) => ({
          level: 0,
          id: String(at).padStart(4, "0"),
          shuffle_key: (at * 7_919 * guardian) % 1_009
        })),
        start,
        0,
        20
      ).ids
    const [one, other] = [after(3), after(5)]
    expect(one).toHaveLength(20)
    expect(one.filter((id) => other.includes(id)).length).toBeLessThan(10)
    expect(one).toEqual(one.toSorted())
  })
})
