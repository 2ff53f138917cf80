import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { monthGrid, type MonthEntry, monthOf } from "../../src/kit/output/MonthGrid.ts"
import { widthOf } from "../../src/kit/output/printable.ts"

const plain = (text: string): string => text
const style = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain }
const entry = (time: string, text: string, isDone = true): MonthEntry => ({ at: new Date(time), text, isDone })

describe("a month as a grid", () => {
  it("shows the entries of each day, from Monday", () => {
    const text = monthGrid([2027, 1], [
      entry("2027-02-01T08:00:00Z", "Rain"),
      entry("2027-02-14T18:30:00Z", "A title that is too long for a cell", false),
      ...["a", "b", "c", "d", "e"].map((name, hour) => entry(`2027-02-28T0${hour}:00:00Z`, name)),
      entry("2027-03-01T00:00:00Z", "next month")
    ], { columns: 100, style })
    expect(text.split("\n")).toEqual([
      "February 2027 (UTC)",
      "Mon           Tue           Wed           Thu           Fri           Sat           Sun",
      "─────────────┼─────────────┼─────────────┼─────────────┼─────────────┼─────────────┼─────────────",
      " 1           │ 2           │ 3           │ 4           │ 5           │ 6           │ 7",
      "● 08:00 Rain │             │             │             │             │             │",
      "─────────────┼─────────────┼─────────────┼─────────────┼─────────────┼─────────────┼─────────────",
      " 8           │ 9           │10           │11           │12           │13           │14",
      "             │             │             │             │             │             │○ 18:30 A ti…",
      "─────────────┼─────────────┼─────────────┼─────────────┼─────────────┼─────────────┼─────────────",
      "15           │16           │17           │18           │19           │20           │21",
      "─────────────┼─────────────┼─────────────┼─────────────┼─────────────┼─────────────┼─────────────",
      "22           │23           │24           │25           │26           │27           │28",
      "             │             │             │             │             │             │● 00:00 a",
      "             │             │             │             │             │             │● 01:00 b",
      "             │             │             │             │             │             │● 02:00 c",
      "             │             │             │             │             │             │+ 2 more",
      "─────────────┼─────────────┼─────────────┼─────────────┼─────────────┼─────────────┼─────────────",
      "● published  ○ scheduled"
    ])
  })

  it("fits the terminal with any title, and has every day once", () => {
    const months = FastCheck.tuple(FastCheck.integer({ min: 1970, max: 2100 }), FastCheck.integer({ min: 0, max: 11 }))
    const titles = FastCheck.array(FastCheck.string({ unit: "binary", maxLength: 30 }), { maxLength: 5 })
    FastCheck.assert(
      FastCheck.property(
        months,
        titles,
        FastCheck.integer({ min: 63, max: 200 }),
        FastCheck.boolean(),
        (month, names, columns, ascii) => {
          const [year, index] = month
          const entries = names.map((name, at) => ({
            at: new Date(Date.UTC(year, index, 1 + at * 3, 5)),
            text: name,
            isDone: at % 2 === 0
          }))
          const lines = monthGrid(month, entries, { columns, style, ascii }).split("\n")
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
          if (ascii) expect(lines.join("\n")).toMatch(/^[\x20-\x7e\n]*$/)
          const days = lines.slice(3).filter((line) => /^[\s\d│|]+$/.test(line)).flatMap((line) =>
            line.match(/\d+/g) ?? []
          )
          expect(days.map(Number)).toEqual(
            Array.from({ length: new Date(Date.UTC(year, index + 1, 0)).getUTCDate() }, (_, at) => at + 1)
          )
        }
      ),
      { numRuns: 100 }
    )
  })
})

describe("a month", () => {
  it.each([["2027-02", [2027, 1]], ["2027-12", [2027, 11]], ["2027-13", undefined], ["27-01", undefined], [
    "2027-1",
    undefined
  ], ["0999-01", undefined]])(
    "%s is %o",
    (text, month) => expect(monthOf(text as string)).toEqual(month)
  )
})
