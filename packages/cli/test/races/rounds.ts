/**
 * How often what is to hold in each of many rounds is tried: 3 times with the other tests, and as often as
 * `AUSPEX_RACE_ROUNDS` says where somebody watches them for long (200 take five minutes on two quiet cores).
 */
export const rounds = Number(process.env["AUSPEX_RACE_ROUNDS"] ?? 3)

/** For tests of `rounds`: ten times what they take. */
export const roundsTimeout = { timeout: 180_000 + rounds * 10_000 }
