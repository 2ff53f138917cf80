import type { TestDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { insisting } from "../insisting.ts"

/** Two servers on one database, with clients that repeat calls answered with 503. */
export interface TwoInstances {
  readonly first: RunningAuspex
  readonly second: RunningAuspex
  /** One of the two instances, by turns. */
  readonly either: (turn: number) => RunningAuspex
}

/** Starts two instances before the tests of this `describe`, and checks the invariants after each test. */
export const twoInstances = (db: TestDatabase, tuning: Parameters<typeof startAuspex>[1] = {}): TwoInstances => {
  const started: Array<RunningAuspex> = []
  const at = (index: number): RunningAuspex => {
    const instance = started[index]
    if (instance === undefined) throw new Error("the instances run in tests and hooks only")
    return instance
  }
  beforeAll(async () => {
    started.push(insisting(await startAuspex(db.layer, tuning)), insisting(await startAuspex(db.another, tuning)))
  })
  afterAll(() => Promise.all(started.map((instance) => instance.stop())))
  afterEach(async () => {
    expect(await at(0).run(checkInvariants)).toEqual([])
  })
  return {
    get first() {
      return at(0)
    },
    get second() {
      return at(1)
    },
    either: (turn) => at(turn % 2)
  }
}

/** Counts answers by kind: `201`, `409 DUPLICATE_PREDICTION`, … */
export const tally = (answers: ReadonlyArray<Answer>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { body, status } of answers) {
    const kind = status < 400 ? String(status) : `${status} ${body?.code}`
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** Runs `work` `count` times concurrently. */
export const atOnce = <A>(count: number, work: (turn: number) => Promise<A>): Promise<Array<A>> =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)))
