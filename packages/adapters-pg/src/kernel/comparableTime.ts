const [earliest, latest] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")]

/**
 * An instant to compare with stored instants, in the range that Postgres can read: an instant before the year 1 or
 * after the year 9999 (UTC) becomes the first or the last instant of this range.
 */
export const comparableTime = (instant: Date): Date => new Date(Math.min(Math.max(instant.getTime(), earliest), latest))
