import type { Html } from "./Html.tsx"

/**
 * Counts and probabilities of a crowd. A count of sides is drawn as dots, a probability as a place on a scale, so that
 * nobody takes one for the other.
 */

/** The number of dots that fit beside a text. */
const dotsMax = 20

/**
 * A percentage in whole percent, as fewer than a hundred voices carry no decimals; never 0 or 100, which nobody states.
 *
 * @example wholePercent(56.45) // "56 %"
 */
export const wholePercent = (percent: number): string => `${wholeNumber(percent)}\u00a0%`

const wholeNumber = (percent: number): number => Math.min(99, Math.max(1, Math.round(percent)))

/**
 * An interval in whole percent.
 *
 * @example wholeInterval({ low: 36.7, high: 74.3 }) // "37 to 74 %"
 */
export const wholeInterval = ({ high, low }: { readonly low: number; readonly high: number }): string =>
  `${wholeNumber(low)} to ${wholeNumber(high)}\u00a0%`

/** `count` of `of` voices as dots; of more than fit, nothing. */
export const Dots = ({ count, of }: { readonly count: number; readonly of: number }) =>
  of === 0 || of > dotsMax ?
    null :
    (
      <svg class="dots" width={12 * of - 2} viewBox={`0 0 ${12 * of - 2} 10`} aria-hidden="true">
        {Array.from(
          { length: of },
          (_, at) => <circle class={at < count ? "on" : "off"} cx={5 + 12 * at} cy={5} r={at < count ? 4.5 : 3.75} />
        )}
      </svg>
    )

interface ScaleProps {
  /** A probability in percent, drawn as a filled point. */
  readonly point?: number
  /** Its interval. */
  readonly band?: { readonly low: number; readonly high: number }
  /** Probabilities that single voices stated, as rings. */
  readonly rings?: ReadonlyArray<number>
  /** A probability that it had before. */
  readonly from?: number
  /** What it shows, in words; without it the text beside says the same. */
  readonly label?: string
  /** Whether the ends and the middle are named below. */
  readonly hasEnds?: boolean
}

/** A scale from 0 to 100 %. Its coordinates are percentages, so that it fits any width. */
export const ScaleLine = ({ band, from, hasEnds = false, label, point, rings = [] }: ScaleProps) => (
  <svg
    class={hasEnds ? "scale ends" : "scale"}
    {...label === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": label }}
  >
    <line class="axis" x1="0" x2="100%" y1="8" y2="8" />
    <line class="axis" x1="50%" x2="50%" y1="4" y2="12" />
    {band && <rect class="band" x={`${band.low}%`} width={`${band.high - band.low}%`} y="5" height="6" rx="1" />}
    {from !== undefined && point !== undefined && <line class="line" x1={`${from}%`} x2={`${point}%`} y1="8" y2="8" />}
    {from !== undefined && <circle class="ring" cx={`${from}%`} cy="8" r="4" />}
    {rings.map((percent) => <circle class="ring" cx={`${percent}%`} cy="8" r="4" />)}
    {point !== undefined && <circle class="point" cx={`${point}%`} cy="8" r="5" />}
    {hasEnds && (
      <>
        <text x="0" y="27">0</text>
        <text x="50%" y="27" text-anchor="middle">50</text>
        <text x="100%" y="27" text-anchor="end">{"100\u00a0%"}</text>
      </>
    )}
  </svg>
)

/** A number with its picture, and a sentence about its meaning. */
export const Figure = (
  { children, number, unit }: { readonly number: string; readonly unit: string; readonly children: Html }
) => (
  <div>
    <p class="figure">
      {number} <small>{unit}</small>
    </p>
    {children}
  </div>
)

/** A status in a word. */
export const State = ({ children, tone }: { readonly tone?: "good" | "bad" | "warn"; readonly children: Html }) => (
  <span class={tone === undefined ? "state" : `state ${tone}`}>{children}</span>
)
