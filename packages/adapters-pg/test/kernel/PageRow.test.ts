import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { countCursor } from "../../src/kernel/Cursor.ts"
import { cut, paged, pageOf, type PageRow } from "../../src/kernel/PageRow.ts"

interface Row {
  readonly name: string
  readonly seq: number
}

const cursor = countCursor("rows")
const page = { limit: 2, offset: 7 }
const rowsOf = (...names: ReadonlyArray<string>): ReadonlyArray<PageRow<Row>> =>
  names.map((name, seq) => ({ name, seq, total: 9 }))
const pageOfRows = (rows: ReadonlyArray<PageRow<Row>>) =>
  pageOf<Row, number>(rows, "name", page, cursor, ({ seq }) => seq)

describe("a page of rows", () => {
  it.effect("is read with one row more than it holds, from the offset or after the cursor's position", () =>
    Effect.gen(function*() {
      expect(yield* paged(page, cursor)).toEqual({ limit: 3, offset: 7, after: null })
      const next = yield* paged({ ...page, cursor: cursor.encode(4) }, cursor)
      expect(next).toEqual({ limit: 3, offset: 0, after: 4 })
    }))

  it("shows as many rows as it holds, and continues after the last while there are more", () => {
    const items = [{ name: "a", seq: 0 }, { name: "b", seq: 1 }]
    expect(pageOfRows(rowsOf("a", "b", "c"))).toEqual({ items, total: 9, next_cursor: cursor.encode(1) })
    expect(pageOfRows(rowsOf("a", "b"))).toEqual({ items, total: 9, next_cursor: null })
    expect(cut(["a"], 2)).toEqual({ shown: ["a"], last: null })
  })

  it("is empty for a row of nulls, which carries the total, and for no row", () => {
    expect(pageOfRows([{ name: null, seq: null, total: 9 }])).toEqual({ items: [], total: 9, next_cursor: null })
    expect(pageOfRows([])).toEqual({ items: [], total: 0, next_cursor: null })
  })
})
