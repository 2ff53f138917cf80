import { type Random, randomOf } from "@auspex/testkit/season"
import { expect, onTestFailed } from "vitest"

/** Draws differ from run to run, but for `AUSPEX_TEST_SEED`. */
const seed = process.env["AUSPEX_TEST_SEED"] ?? String(Date.now())

/** Random numbers of the current test, the same in a run with the same seed. A test that fails prints the seed. */
export const seededRandom = (): Random => {
  onTestFailed(() => console.error(`To repeat the random choices of this test, set AUSPEX_TEST_SEED=${seed}.`))
  return randomOf(seed, expect.getState().currentTestName ?? "")
}
