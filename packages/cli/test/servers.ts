import { isThorough, type TestDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { type RunningAuspex, startAuspex } from "./harness.ts"

/**
 * A server on the database, started before the tests of this `describe` and stopped after them. Its members work in
 * tests and hooks.
 */
export const auspexOn = (db: TestDatabase, tuning: Parameters<typeof startAuspex>[1] = {}): RunningAuspex => {
  let started: RunningAuspex | undefined
  beforeAll(async () => {
    started = await startAuspex(db.layer, tuning)
  })
  afterAll(() => started?.stop())
  const running = (): RunningAuspex => {
    if (started === undefined) throw new Error("the server runs in tests and hooks only")
    return started
  }
  return {
    get url() {
      return running().url
    },
    get researchUrl() {
      return running().researchUrl
    },
    get adminKey() {
      return running().adminKey
    },
    get settings() {
      return running().settings
    },
    call: (...given) => running().call(...given),
    research: (...given) => running().research(...given),
    mails: () => running().mails(),
    run: (effect) => running().run(effect),
    stop: () => running().stop()
  }
}

/**
 * Like `auspexOn`, with a check of the database's invariants: after all tests, whose rows are all still there, and in a
 * thorough run after every test, which names the one that broke them.
 */
export const checkedAuspexOn = (db: TestDatabase): RunningAuspex => {
  const auspex = auspexOn(db)
  const check = async (): Promise<void> => expect(await auspex.run(checkInvariants)).toEqual([])
  if (isThorough) afterEach(check)
  else afterAll(check)
  return auspex
}
