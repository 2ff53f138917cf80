import { describe, expect, it } from "vitest"
import { wordsOf } from "../../src/research/framing/QuestionWords.ts"
import { timeMentions } from "../../src/research/framing/TimeMention.ts"

describe("the words and sentences of a question", () => {
  it.each<[text: string, sentences: number]>([
    ["Will it rain?", 1],
    ["Will it rain? Will it snow?", 2],
    ["Will it rain ? Will it snow ?", 2],
    ["Will Mr. Smith win No. 1 of the U.S. Open?", 1],
    ["It rained. Will it snow?", 2],
    ["Will “Who? Me” win?", 1],
    ["", 0]
  ])("%s", (text, sentences) => expect(wordsOf(text).sentences).toHaveLength(sentences))

  it("mark what is quoted or in brackets, if the mark is closed", () => {
    const asides = (text: string) => wordsOf(text).words.filter(({ isAside }) => isAside).map(({ text }) => text)
    expect(asides("Will 'Dune: Part Three' (2026) win?")).toEqual(["dune", "part", "three", "2026"])
    expect(asides("Will the owners' club win in '26?")).toEqual([])
    expect(asides("“Will it rain?”")).toEqual([])
  })
})

describe("the dates of a question", () => {
  type Row = [text: string, period: string | undefined, deadline: string | undefined]
  it.each<Row>([
    ["by 31 December 2026", "2026-12-31 2026-12-31", "2026-12-31 2026-12-31"],
    ["by December 31, 2026", "2026-12-31 2026-12-31", "2026-12-31 2026-12-31"],
    ["before 1 July 2027", "2027-07-01 2027-07-01", "2027-06-30 2027-06-30"],
    ["before May 2027", "2027-05-01 2027-05-31", "2027-04-30 2027-04-30"],
    ["by the end of 2028", "2028-12-31 2028-12-31", "2028-12-31 2028-12-31"],
    ["by 2030", "2030-01-01 2030-12-31", "2029-12-31 2030-12-31"],
    ["no later than 2027-02-28", "2027-02-28 2027-02-28", "2027-02-28 2027-02-28"],
    ["in the second half of 2026", "2026-07-01 2026-12-31", undefined],
    ["in Q3 2026", "2026-07-01 2026-09-30", undefined],
    ["at its meeting of 15-16 September 2026", "2026-09-16 2026-09-16", undefined],
    ["in the 2026-27 season", "2026-01-01 2027-12-31", undefined],
    ["on 31/12/2027", "2027-01-01 2027-12-31", undefined],
    ["in FY2026", "2026-01-01 2026-12-31", undefined],
    ["by December", undefined, undefined]
  ])("%s", (text, period, deadline) => {
    const mentions = timeMentions(wordsOf(`Will it rain ${text}?`).words)
    const shown = (days: { readonly first: string; readonly last: string } | undefined) =>
      days && `${days.first} ${days.last}`
    expect(mentions.map((mention) => [shown(mention.period), shown(mention.deadline)])).toEqual([[period, deadline]])
  })

  it.each(["Will Theresa May win?", "Will more than 2000 people come?", "Will GPT-6 win?", "Will they march?"])(
    "%s names none",
    (text) => expect(timeMentions(wordsOf(text).words)).toEqual([])
  )
})
