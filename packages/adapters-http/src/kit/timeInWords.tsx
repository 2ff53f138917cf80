import { timeText } from "./Html.tsx"

const units: ReadonlyArray<readonly [seconds: number, name: string]> = [
  [31_557_600, "year"],
  [2_629_800, "month"],
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"]
]

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? "" : "s"}`

/**
 * A time as its distance from `now`. Days are counted up to two months, months up to two years.
 *
 * @example timeInWords(new Date(4 * 86_400_000), new Date(0)) // "in 4 days"
 * @example timeInWords(new Date(0), new Date(90_000)) // "1 minute ago"
 */
export const timeInWords = (at: Date, now: Date): string => {
  const distance = (at.getTime() - now.getTime()) / 1_000
  const size = Math.abs(distance)
  const [seconds, name] = units.find(([seconds], place) => size >= seconds * (place < 2 ? 2 : 1)) ?? [0, ""]
  if (seconds === 0) return distance < 0 ? "just now" : "within a minute"
  const text = counted(Math.floor(size / seconds), name)
  return distance < 0 ? `${text} ago` : `in ${text}`
}

/** A time in words, with the exact one as its title. */
export const Ago = ({ at, now }: { readonly at: Date; readonly now: Date }) => (
  <time datetime={at.toISOString()} title={timeText(at)}>{timeInWords(at, now)}</time>
)
