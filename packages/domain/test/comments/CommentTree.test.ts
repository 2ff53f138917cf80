import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  commentDepthMax,
  type CommentPlace,
  placeReply,
  type Threaded,
  threadsOf
} from "../../src/community/comments/index.ts"

interface Row extends CommentPlace {
  readonly id: string
}

/** Arbitrary valid rows: each is a root or a reply to an earlier row. */
const rows = fc.array(fc.option(fc.nat(), { freq: 6 }), { maxLength: 120 }).map((choices) => {
  const made: Array<Row> = []
  for (const choice of choices) {
    const id = `c${made.length}`
    const target = choice === null || made.length === 0 ? undefined : made[choice % made.length]
    made.push({ id, ...(target ? placeReply(target) : { root_id: id, parent_comment_id: null, depth: 0 }) })
  }
  return made
})

const chain = (length: number): ReadonlyArray<Row> => {
  const made: Array<Row> = [{ id: "c0", root_id: "c0", parent_comment_id: null, depth: 0 }]
  while (made.length < length) made.push({ id: `c${made.length}`, ...placeReply(made.at(-1)!) })
  return made
}

const walk = <A>(
  nodes: ReadonlyArray<Threaded<A>>,
  visit: (node: Threaded<A>, parent: Threaded<A> | undefined, level: number) => void,
  parent?: Threaded<A>,
  level = 0
): void => {
  for (const node of nodes) {
    visit(node, parent, level)
    walk(node.replies, visit, node, level + 1)
  }
}

describe("threads", () => {
  it("place a reply below its target, or beside it at the depth limit", () => {
    const made = chain(12)
    expect(made.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8])
    expect(made.slice(8).map(({ parent_comment_id }) => parent_comment_id)).toEqual(["c7", "c7", "c7", "c7"])
    expect(new Set(made.map(({ root_id }) => root_id))).toEqual(new Set(["c0"]))
  })

  it("contain every row once, at its depth, below its parent, in the order of the rows", () => {
    fc.assert(fc.property(rows, (flat) => {
      const seen: Array<string> = []
      walk(threadsOf(flat), ({ depth, id, parent_comment_id, replies }, parent, level) => {
        seen.push(id)
        expect([level, parent?.id ?? null]).toEqual([depth, parent_comment_id])
        const places = replies.map((reply) => flat.findIndex((row) => row.id === reply.id))
        expect(places).toEqual([...places].sort((a, b) => a - b))
      })
      expect(seen.sort()).toEqual(flat.map(({ id }) => id).sort())
    }))
  })

  it("do not depend on the position of the roots among the rows", () => {
    fc.assert(fc.property(rows, (flat) => {
      const roots = flat.filter(({ depth }) => depth === 0).reverse()
      const rest = flat.filter(({ depth }) => depth > 0)
      expect(threadsOf([...roots, ...rest])).toEqual([...threadsOf(flat)].reverse())
    }))
  })

  it("never exceed the depth limit, or lose or repeat a row, for any parent ids", () => {
    const wild = fc.array(
      fc.record({
        id: fc.constantFrom(..."abcdefghijklmnopq"),
        parent_comment_id: fc.option(fc.constantFrom(..."abcdefghijklmnopqz"))
      }),
      { maxLength: 60 }
    )
    fc.assert(fc.property(wild, (flat) => {
      let count = 0
      walk(threadsOf(flat), (_node, _parent, level) => {
        count++
        expect(level).toBeLessThanOrEqual(commentDepthMax)
      })
      expect(count).toBe(flat.length)
    }))
  })

  it("of ten thousand comments are built without recursion, for chains of any length", () => {
    const long = Array.from({ length: 10_000 }, (_, i) => ({
      id: `c${i}`,
      parent_comment_id: i === 0 ? null : `c${i - 1}`
    }))
    let count = 0
    walk(threadsOf(long), () => count++)
    expect(count).toBe(10_000)
  })

  it("do not modify the rows", () => {
    const flat = Object.freeze(chain(3).map((row) => Object.freeze(row)))
    expect(threadsOf(flat)[0]).not.toBe(flat[0])
    expect(threadsOf(flat)[0]?.replies[0]?.replies[0]).toEqual({ ...flat[2], replies: [] })
  })
})
