import { Schema } from "effect"
import { type QuestionSurveys, surveysAreOver } from "./QuestionSurveys.ts"
import type { QuestionStatus } from "./QuestionStatus.ts"

/** How soon a question resolves: within days, weeks or months. */
export const Timeframe = Schema.Literal("short", "mid", "long")
export type Timeframe = typeof Timeframe.Type

/** The freeze before the resolution, in hours, during which no predictions are accepted. */
export const freezeHours: Readonly<Record<Timeframe, number>> = { short: 2, mid: 24, long: 72 }

/** How many hours before the end of the window `question.closing_soon` fires. */
export const closingSoonHours = 24

const msPerSecond = 1_000
const msPerHour = 3_600 * msPerSecond
const msPerDay = 24 * msPerHour

/**
 * The end of the resolution day in UTC: the first instant of the next day. `date` is `YYYY-MM-DD`.
 *
 * @example resolutionEnd("2027-03-31") // new Date("2027-04-01T00:00:00.000Z")
 */
export const resolutionEnd = (date: string): Date => new Date(new Date(`${date}T00:00:00.000Z`).getTime() + msPerDay)

/** The fields of a question that determine its prediction window. */
export interface WindowFacts {
  readonly timeframe: Timeframe
  readonly resolution_date: string
  readonly closes_at?: Date | null | undefined
}

/** When the freeze before the resolution begins: 2, 24 or 72 hours before the end of the resolution day. */
export const freezeStart = (facts: WindowFacts): Date =>
  new Date(resolutionEnd(facts.resolution_date).getTime() - freezeHours[facts.timeframe] * msPerHour)

/**
 * The first instant at which predictions are no longer accepted: the earlier of `closes_at` and the freeze.
 *
 * @example windowEnd({ timeframe: "short", resolution_date: "2027-03-31" }) // new Date("2027-03-31T22:00:00.000Z")
 */
export const windowEnd = (facts: WindowFacts): Date => {
  const frozen = freezeStart(facts)
  return facts.closes_at != null && facts.closes_at.getTime() < frozen.getTime() ? facts.closes_at : frozen
}

/** When a window ended before its planned end: when the question was closed or resolved, or its last survey closed. */
export interface EarlyEnds {
  readonly closed_at: Date | null
  readonly resolved_at: Date | null
  readonly surveys_ended_at: Date | null
}

/**
 * When the prediction window ends or has ended, whatever ended it.
 *
 * @example windowEnded({ timeframe: "short", resolution_date: "2027-03-31", closed_at: null, resolved_at: null, surveys_ended_at: new Date("2027-03-01T00:00:00Z") }) // new Date("2027-03-01T00:00:00.000Z")
 */
export const windowEnded = (
  { closed_at, resolved_at, surveys_ended_at, ...facts }: WindowFacts & EarlyEnds
): Date =>
  [closed_at, resolved_at, surveys_ended_at].reduce<Date>(
    (first, end) => end !== null && end.getTime() < first.getTime() ? end : first,
    windowEnd(facts)
  )

/** When `question.closing_soon` is due: 24 hours before the end of the window. */
export const closingSoonAt = (facts: WindowFacts): Date =>
  new Date(windowEnd(facts).getTime() - closingSoonHours * msPerHour)

/** The fields of a `Question` that depend on the time. */
export interface WindowState {
  /** Whether the freeze has begun and the question is not resolved yet. */
  readonly is_frozen: boolean
  /** Whether a prediction would be accepted now. */
  readonly prediction_window_open: boolean
  /** Whole seconds until the window ends, rounded up, so that it is 0 only when the window is not open. */
  readonly time_remaining: number
}

/**
 * The state of a question's prediction window at `now`. An `open` question has an open window, though not before its
 * `opens_at`; so has an `approved` one while one of its surveys is open. Once all its surveys are closed it has none.
 *
 * @example windowState({ status: "open", timeframe: "mid", resolution_date: "2027-03-31", now: new Date("2027-03-31T00:00:00Z") }).is_frozen // true
 */
export const windowState = (
  facts: WindowFacts & {
    readonly status: QuestionStatus
    readonly opens_at?: Date | null | undefined
    readonly now: Date
  } & Partial<QuestionSurveys>
): WindowState => {
  const now = facts.now.getTime()
  const msLeft = windowEnd(facts).getTime() - now
  const begun = facts.opens_at == null || facts.opens_at.getTime() <= now
  const { surveys_closed = 0, surveys_open = 0 } = facts
  const takesPredictions = facts.status === "open"
    ? begun && !surveysAreOver({ surveys_closed, surveys_open })
    : facts.status === "approved" && surveys_open > 0
  const isOpen = takesPredictions && msLeft > 0
  return {
    is_frozen: (facts.status === "open" || facts.status === "closed") && now >= freezeStart(facts).getTime(),
    prediction_window_open: isOpen,
    time_remaining: isOpen ? Math.ceil(msLeft / msPerSecond) : 0
  }
}
