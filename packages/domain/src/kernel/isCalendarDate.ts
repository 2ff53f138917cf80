/**
 * Whether a text is a calendar date in the form `YYYY-MM-DD`.
 *
 * @example isCalendarDate("2027-02-29") // false
 */
export const isCalendarDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const start = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().slice(0, 10) === text
}
