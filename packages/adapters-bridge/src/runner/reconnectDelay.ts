/** The delay before the first attempt to connect again, and the longest, in milliseconds. */
export const reconnectMillisFirst = 1_000
export const reconnectMillisMax = 60_000

/**
 * How long to wait before connecting again after `failures` attempts in a row: it doubles up to a minute, and `random`
 * (0 to 1) takes up to half of it off, so that the machines of a service that restarts do not come all at once. At least
 * as long as the service asked for.
 */
export const reconnectDelay = (failures: number, random: number, retryAfterMillis = 0): number =>
  Math.max(
    retryAfterMillis * (1 + random / 10),
    Math.min(reconnectMillisMax, reconnectMillisFirst * 2 ** Math.min(failures, 16)) * (1 - random / 2)
  )
