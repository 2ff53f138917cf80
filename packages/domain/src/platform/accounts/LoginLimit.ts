import { Duration } from "effect"

/** The window in minutes in which failed logins are counted. */
export const loginFailureMinutes = 15

/**
 * After this many failed logins for an address within 15 minutes, each further login with it is delayed by
 * `loginDelay`.
 */
export const loginFailuresMax = 10
export const loginDelay = Duration.seconds(2)
