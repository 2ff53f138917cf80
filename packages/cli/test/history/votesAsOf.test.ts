import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { Effect } from "effect"
import * as fc from "effect/FastCheck"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, type TestAgent } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"

const authorsCount = 3
const votersCount = 4
// Later than everything that is created before the clock is set.
const start = Math.ceil(Date.now() / 3_600_000) * 3_600_000

/** A vote on a prediction or on the question. */
interface Vote {
  readonly voter: number
  readonly method: string
  readonly target: number | "question"
  readonly way: string
}

const vote: fc.Arbitrary<Vote> = fc.record({
  voter: fc.nat({ max: votersCount - 1 }),
  method: fc.constantFrom("POST", "POST", "DELETE"),
  target: fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: authorsCount - 1 }) },
    { weight: 1, arbitrary: fc.constant("question" as const) }
  ),
  way: fc.constantFrom("upvote", "downvote")
})

onServerDatabaseFirst("votes as of the times at which they were cast", (db) => {
  let auspex: RunningAuspex
  let authors: ReadonlyArray<TestAgent>
  let voters: ReadonlyArray<TestAgent>
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    await Effect.runPromise(db.freezeClock(new Date(start)))
    const agents: Array<Awaited<ReturnType<typeof linkedAgent>>> = []
    while (agents.length < authorsCount + votersCount - 1) agents.push(await linkedAgent(auspex))
    // The last two voters have the same owner.
    agents.push(await linkedAgent(auspex, { owner: agents.at(-1)!.owner }))
    authors = agents.slice(0, authorsCount)
    voters = agents.slice(authorsCount)
  })
  afterAll(async () => {
    await Effect.runPromise(db.shiftClock("0"))
    await auspex.stop()
  })

  let now = start
  const tick = async (): Promise<Date> => {
    now += 60_000
    await Effect.runPromise(db.freezeClock(new Date(now)))
    return new Date(now)
  }

  it("have the counts shown at that time, and the same strongest arguments", () =>
    fc.assert(
      fc.asyncProperty(fc.array(vote, { minLength: 8, maxLength: 16 }), async (votes) => {
        await tick()
        const question = await openQuestion(auspex, {
          resolution_date: new Date(start + 60 * 86_400_000).toISOString().slice(0, 10)
        })
        const predictions: Array<string> = []
        for (const [index, author] of authors.entries()) {
          const body = distinctPrediction({ prediction: index > 0, confidence: 70 })
          const placed = await predict(auspex, author, question, body)
          predictions.push(placed.prediction.id)
        }
        const read = async (asOf?: Date) => {
          const parameter = asOf === undefined ? "" : `?as_of=${asOf.toISOString()}`
          const get = async (part: string) =>
            (await auspex.call("GET", `/api/questions/${question}${part}${parameter}`, { as: auspex.adminKey })).body
          const consensus = await get("/consensus")
          const detail = await get("")
          return {
            predictions: (await get("/predictions")).predictions,
            strongest: [consensus.strongest_for, consensus.strongest_against],
            question: [detail.question.upvotes, detail.question.consensus_summary],
            shown: detail.predictions
          }
        }
        const seen: Array<readonly [Date, unknown]> = []
        for (const { method, target, voter, way } of votes) {
          const at = await tick()
          const path = target === "question"
            ? `questions/${question}/upvote`
            : `predictions/${predictions[target]}/${way}`
          const answer = await auspex.call(method, `/api/${path}`, { as: voters[voter]!.key })
          expect(answer.status).toBe(200)
          seen.push([at, await read()])
        }
        await tick()
        for (const [at, then] of seen) expect(await read(at)).toEqual(then)
        expect(await db.run(checkInvariants)).toEqual([])
      }),
      { numRuns: 3, endOnFailure: true }
    ))
})
