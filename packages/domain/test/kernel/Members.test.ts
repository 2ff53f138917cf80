import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Member, Members } from "../../src/kernel/Members.ts"

describe("members that come and go", () => {
  it("are what a set of them would hold, whatever is added and deleted", () => {
    const step = fc.tuple(fc.boolean(), fc.nat(9))
    fc.assert(fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const objects = Array.from({ length: 10 }, (): Member => ({ slot: 0 }))
      const [members, set] = [new Members<Member>(), new Set<Member>()]
      for (const [isAdded, n] of steps) {
        const object = objects[n]!
        if (!isAdded) expect(members.delete(object)).toBe(set.delete(object))
        else if (!set.has(object)) {
          members.add(object)
          set.add(object)
        }
        expect([members.size, new Set(members.all)]).toEqual([set.size, set])
        expect(new Set(members.all).size).toBe(members.all.length)
      }
    }))
  })
})
