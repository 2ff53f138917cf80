import { isCalendarDate } from "../../kernel/isCalendarDate.ts"
import { binaryDraft } from "./exampleDrafts.ts"
import type { FramingRule } from "./FramingRule.ts"
import { everyQuestion, forecasts } from "./FramingScope.ts"
import { isPlain, quoteWords } from "./PhraseSearch.ts"
import { isStated, type QuestionReading } from "./QuestionReading.ts"
import { type QuestionWord, wordsOf } from "./QuestionWords.ts"
import { type TimeMention, timeMentions } from "./TimeMention.ts"
import { durationNouns, relativeTimes, timeNouns } from "./VagueWords.ts"

type Words = ReadonlyArray<QuestionWord>

const statedDate = ({ draft }: QuestionReading): string | undefined =>
  isStated(draft.resolution_date) ? draft.resolution_date.trim() : undefined

const validDate = (question: QuestionReading): string | undefined => {
  const date = statedDate(question)
  return date !== undefined && isCalendarDate(date) ? date : undefined
}

const deictics = new Set("next this coming upcoming".split(" "))
const counts = new Set("few couple several two three four five six seven eight nine ten twelve".split(" "))
const anchors = new Set("of after from following before".split(" "))

const isCount = (text: string): boolean => counts.has(text) || /^\d{1,3}$/.test(text)

/** "next year", "this quarter", "the coming few months". */
const shiftingPeriod = (words: Words, at: number): string | undefined => {
  if (!deictics.has(words[at]!.text)) return undefined
  const noun = isCount(words[at + 1]?.text ?? "") ? at + 2 : at + 1
  return timeNouns.has(words[noun]?.text ?? "") ? quoteWords(words, at, noun + 1) : undefined
}

/** "within six months", unless it is counted from an event: "within six months of the filing". */
const shiftingSpan = (words: Words, at: number): string | undefined => {
  if (words[at]!.text !== "within" && words[at]!.text !== "in") return undefined
  const noun = at + 2
  const isSpan = isCount(words[at + 1]?.text ?? "") && durationNouns.has(words[noun]?.text ?? "")
  return isSpan && !anchors.has(words[noun + 1]?.text ?? "") ? quoteWords(words, at, noun + 1) : undefined
}

const relativeTime = (words: Words): string | undefined => {
  for (const [at, word] of words.entries()) {
    if (!isPlain(word)) continue
    const length = relativeTimes(words, at)
    if (length > 0) return quoteWords(words, at, at + length)
    const shifting = shiftingPeriod(words, at) ?? shiftingSpan(words, at)
    if (shifting !== undefined) return shifting
  }
  return undefined
}

/** Whether a text names a time that is not over: "the record of 1968" is no end. */
const namesEnd = (times: ReadonlyArray<TimeMention>, today: string): boolean =>
  times.some(({ deadline, period }) => period === undefined || (deadline ?? period).last >= today)

/** The last day of the latest deadline of a text, if all its dates are over. */
const pastDeadline = ({ times }: QuestionReading, today: string): string | undefined => {
  const last = times.map(({ deadline }) => deadline?.last ?? "").reduce(
    (left, right) => left > right ? left : right,
    ""
  )
  return last !== "" && !namesEnd(times, today) ? last : undefined
}

/** The first day that the earliest deadline of a text can mean. */
const earliestDeadline = ({ times }: QuestionReading): string | undefined =>
  times.flatMap(({ deadline }) => deadline === undefined ? [] : [deadline.first]).sort()[0]

/** The rules about time: an end, a valid date in the future, and a text that agrees with the date. */
export const timeRules: ReadonlyArray<FramingRule> = [
  {
    id: "not_time_bound",
    since: 1,
    severity: "error",
    ...forecasts,
    field: "resolution_date",
    message: "Set resolution_date, or name a date in the text: without an end the answer is never no.",
    measures: "Dates in resolution_date, the text and the options.",
    examples: {
      bad: { draft: binaryDraft("Will Saudi Aramco list its shares in New York?", { resolution_date: null }) },
      good: { draft: binaryDraft("Will Saudi Aramco list its shares in New York?") }
    },
    check: (question, { today }) => {
      const options = question.draft.kind_options?.options ?? []
      const isBound = statedDate(question) !== undefined || namesEnd(question.times, today) ||
        options.some((option) => namesEnd(timeMentions(wordsOf(option).words), today))
      return isBound ? undefined : {}
    }
  },
  {
    id: "resolution_date_invalid",
    since: 1,
    severity: "error",
    ...everyQuestion,
    field: "resolution_date",
    message: "resolution_date must be a calendar date in the form YYYY-MM-DD, not \"{measured}\".",
    measures: "The date, where it is given.",
    examples: {
      bad: {
        draft: binaryDraft("Will Ryanair fly to Jordan again by June 2027?", { resolution_date: "30 June 2027" })
      },
      good: { draft: binaryDraft("Will Ryanair fly to Jordan again by June 2027?") }
    },
    check: (question) => {
      const date = statedDate(question)
      return date === undefined || isCalendarDate(date) ? undefined : { measured: date }
    }
  },
  {
    id: "resolution_date_past",
    since: 1,
    severity: "error",
    ...everyQuestion,
    field: "resolution_date",
    message: "resolution_date must be later than {limit}; it is {measured}.",
    measures: "The date and the day of judging.",
    examples: {
      bad: { draft: binaryDraft("Will Cyprus join the Schengen area on that day?", { resolution_date: "2026-01-01" }) },
      good: { draft: binaryDraft("Will Cyprus join the Schengen area on that day?", { resolution_date: "2027-01-01" }) }
    },
    check: (question, { today }) => {
      const date = validDate(question)
      return date === undefined || date > today ? undefined : { measured: date, limit: today }
    }
  },
  {
    id: "relative_time",
    since: 1,
    severity: "warning",
    ...forecasts,
    field: "text",
    message: "text says \"{measured}\", which means another time to a later reader; name the date.",
    measures: "Times that move with the day of reading, in a text without a date.",
    examples: {
      bad: { draft: binaryDraft("Will Lisbon's new airport get its building permit next year?") },
      good: { draft: binaryDraft("Will Lisbon's new airport get its building permit by 30 June 2027?") }
    },
    check: ({ times, words }) => {
      const measured = times.length > 0 ? undefined : relativeTime(words)
      return measured === undefined ? undefined : { measured }
    }
  },
  {
    id: "deadline_past",
    since: 1,
    severity: "warning",
    ...forecasts,
    field: "text",
    message: "The deadline in the text, {measured}, must not be earlier than {limit}.",
    measures: "The last day of the deadlines in the text and the day of judging.",
    examples: {
      bad: { draft: binaryDraft("Will Spirit Airlines leave bankruptcy by 31 March 2026?") },
      good: { draft: binaryDraft("Will Spirit Airlines leave bankruptcy by 31 March 2027?") }
    },
    check: (question, { today }) => {
      const measured = pastDeadline(question, today)
      return measured === undefined ? undefined : { measured, limit: today }
    }
  },
  {
    id: "deadline_after_resolution",
    since: 1,
    severity: "warning",
    ...forecasts,
    field: "resolution_date",
    message: "The deadline in the text, {measured}, must not be later than resolution_date, {limit}.",
    measures: "The earliest deadline in the text and the date.",
    examples: {
      bad: { draft: binaryDraft("Will the Brenner Base Tunnel open by 31 December 2028?") },
      good: {
        draft: binaryDraft("Will the Brenner Base Tunnel open by 31 December 2028?", { resolution_date: "2029-01-15" })
      }
    },
    check: (question) => {
      const [date, measured] = [validDate(question), earliestDeadline(question)]
      return date === undefined || measured === undefined || measured <= date ? undefined : { measured, limit: date }
    }
  }
]
