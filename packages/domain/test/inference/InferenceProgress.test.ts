import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  acceptedInference,
  advanceInference,
  deadlineOf,
  type InferenceEnd,
  type InferenceEvent,
  type InferenceProgress
} from "../../src/platform/inference/index.ts"

const limits = { firstTokenMillisMax: 60_000, gapMillisMax: 30_000, totalMillisMax: 300_000, bytesMax: 1_000 }

const run = (steps: ReadonlyArray<readonly [at: number, event: InferenceEvent]>): InferenceProgress =>
  steps.reduce((progress, [at, event]) => advanceInference(progress, event, at), acceptedInference(0, limits))

const endOf = (progress: InferenceProgress): InferenceEnd | undefined =>
  progress.phase === "ended" ? progress.end : undefined

const reasonOf = (progress: InferenceProgress): string | undefined => {
  const end = endOf(progress)
  return end?.kind === "failed" ? end.reason : end?.kind
}

const sent: readonly [number, InferenceEvent] = [0, { type: "sent" }]
const chunk = (at: number, bytes = 1): readonly [number, InferenceEvent] => [at, { type: "chunk", bytes }]
const done = (at: number, bytes = 1): readonly [number, InferenceEvent] => [at, { type: "done", bytes }]
const tick = (at: number): readonly [number, InferenceEvent] => [at, { type: "tick" }]

describe("an inference", () => {
  it.each<[string, ReadonlyArray<readonly [number, InferenceEvent]>, string | undefined]>([
    ["waits for its first token for a minute", [sent, tick(59_999)], undefined],
    ["fails when no token has come by then", [sent, tick(60_000)], "first_token"],
    ["counts from sending, not from accepting", [[50_000, { type: "sent" }], tick(100_000)], undefined],
    ["may pause for half a minute", [sent, chunk(1_000), tick(30_999)], undefined],
    ["fails after a longer pause", [sent, chunk(1_000), tick(31_000)], "gap"],
    ["counts a pause from the last token", [sent, chunk(1_000), chunk(30_000), tick(59_999)], undefined],
    [
      "fails after five minutes, however busy it is",
      [sent, ...Array.from({ length: 12 }, (_, at) => chunk(25_000 * (at + 1) - 1)), tick(300_000)],
      "total"
    ],
    ["fails when it is never sent", [tick(300_000)], "total"],
    ["is done", [sent, chunk(1_000), done(2_000)], "done"],
    ["is done without a single token before", [sent, done(59_999)], "done"],
    ["is late although its timer has not fired", [sent, done(60_000)], "first_token"],
    ["may fill its size", [sent, chunk(1, 600), chunk(2, 400), done(3, 1_000)], "done"],
    ["fails beyond its size", [sent, chunk(1, 600), chunk(2, 401)], "too_large"],
    ["fails when the complete answer is beyond its size", [sent, done(1, 1_001)], "too_large"],
    [
      "fails by an error of the model",
      [sent, [1, { type: "error", reason: "model", detail: "no such model" }]],
      "model"
    ],
    ["fails by its texts", [sent, [1, { type: "error", reason: "input", detail: "too long" }]], "input"],
    ["fails when the machine is lost", [sent, chunk(1), [2, { type: "lost", detail: "gone" }]], "lost"],
    ["is cancelled before it is sent", [[1, { type: "cancel" }]], "cancelled"]
  ])("%s", (_, steps, outcome) => {
    expect(reasonOf(run(steps))).toBe(outcome)
  })

  const event: fc.Arbitrary<InferenceEvent> = fc.oneof(
    fc.constant<InferenceEvent>({ type: "sent" }),
    fc.constant<InferenceEvent>({ type: "tick" }),
    fc.constant<InferenceEvent>({ type: "cancel" }),
    fc.nat(600).map((bytes): InferenceEvent => ({ type: "chunk", bytes })),
    fc.nat(1_200).map((bytes): InferenceEvent => ({ type: "done", bytes })),
    fc.constantFrom<InferenceEvent>(
      { type: "error", reason: "model", detail: "e" },
      { type: "error", reason: "input", detail: "e" }
    ),
    fc.constant<InferenceEvent>({ type: "lost", detail: "l" })
  )
  const history = fc.array(fc.tuple(fc.nat(70_000), event), { maxLength: 40 }).map((steps) => {
    let at = 0
    return steps.map(([after, one]): readonly [number, InferenceEvent] => [at += after, one])
  })

  it("ends exactly once, whatever comes, in whatever order, late or never", () => {
    fc.assert(
      fc.property(history, (steps) => {
        let progress = acceptedInference(0, limits)
        let ends = 0
        for (const [at, one] of [...steps, tick(Number.MAX_SAFE_INTEGER)]) {
          const next = advanceInference(progress, one, at)
          if (next.phase === "ended" && progress.phase !== "ended") ends++
          if (progress.phase === "ended") expect(next).toBe(progress)
          progress = next
        }
        expect(ends).toBe(1)
        expect(deadlineOf(progress)).toBeUndefined()
      }),
      { numRuns: 500 }
    )
  })

  it("ends in the same way whether or not time limits are looked at in between", () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat(400_000), { maxLength: 20 }), (steps, ticks) => {
        const last = tick(10_000_000)
        const watched = [...steps, ...ticks.map((at) => tick(at)), last]
          .map((step, place) => ({ step, place }))
          .sort((a, b) => a.step[0] - b.step[0] || a.place - b.place)
          .map(({ step }) => step)
        expect(endOf(run(watched))).toEqual(endOf(run([...steps, last])))
      }),
      { numRuns: 500 }
    )
  })

  it("never lasts longer than its total limit", () => {
    fc.assert(
      fc.property(history, (steps) => {
        let progress = acceptedInference(0, limits)
        for (const [at, one] of steps) {
          progress = advanceInference(progress, one, at)
          expect(deadlineOf(progress) ?? 0).toBeLessThanOrEqual(limits.totalMillisMax)
        }
      }),
      { numRuns: 200 }
    )
  })
})
