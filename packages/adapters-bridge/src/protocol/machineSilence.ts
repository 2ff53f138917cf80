/** The interval of heartbeats in milliseconds. */
export const heartbeatMillis = 30_000

/**
 * Without a heartbeat for this long, in milliseconds, a machine counts as gone: while it is idle, and while it works on
 * a request, in which a simple client sends none.
 */
export const machineSilence = { idleMillisMax: 75_000, busyMillisMax: 330_000 }
