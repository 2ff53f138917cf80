import { isThorough } from "@auspex/testkit/databases"

/**
 * The number of rounds of a race: 2, or 50 in a thorough run. `AUSPEX_RACE_ROUNDS` sets another number (200 rounds
 * take five minutes on two quiet cores).
 */
export const rounds = Number(process.env["AUSPEX_RACE_ROUNDS"] ?? (isThorough ? 50 : 2))

/** The time limit for tests with `rounds`: ten times their usual duration. */
export const roundsTimeout = { timeout: 300_000 + rounds * 10_000 }
