import { type Failure, failure } from "../../kernel/Failure.ts"

/** How far ahead an article can be scheduled, in days: five years. */
export const scheduleAheadDaysMax = 1_826

const msPerDay = 86_400_000

/**
 * Returns the failure of a scheduled time, or undefined when it is valid: from 1970 to five years from `now`. A time in
 * the past is valid and due at once.
 *
 * @example judgeScheduledAt(new Date("2099-01-01T00:00:00Z"), new Date("2027-01-01T00:00:00Z"))?.field // "scheduled_at"
 * @example judgeScheduledAt(new Date("2026-01-01T00:00:00Z"), new Date("2027-01-01T00:00:00Z")) // undefined
 */
export const judgeScheduledAt = (scheduledAt: Date, now: Date): Failure | undefined => {
  const limit = new Date(now.getTime() + scheduleAheadDaysMax * msPerDay).toISOString()
  if (scheduledAt.getTime() >= 0 && scheduledAt.getTime() <= Date.parse(limit)) return undefined
  return failure("INVALID_REQUEST", `scheduled_at must be a time from 1970 to ${limit}, five years from now.`, {
    field: "scheduled_at",
    measured: scheduledAt.toISOString(),
    limit
  })
}
