/** An element of at most one `Members` set. */
export interface Member {
  /** Its place among the members, which only `Members` sets; any value before it is added. */
  slot: number
}

/**
 * Objects that come and go often, in no particular order. For those, a `Set` slows down garbage collection: V8 replaces
 * the table of a set whenever enough has been added and deleted, and a former table refers to its members and to the next
 * table. Once a former table has survived two collections, all later tables survive with it, and so does every object
 * that was ever a member, until the next complete collection.
 */
export class Members<A extends Member> {
  readonly #members: Array<A> = []

  get size(): number {
    return this.#members.length
  }

  /** Adds an object that is not a member. */
  add(member: A): void {
    member.slot = this.#members.length
    this.#members.push(member)
  }

  /** Removes a member; returns whether it was one. */
  delete(member: A): boolean {
    if (this.#members[member.slot] !== member) return false
    const last = this.#members.pop()!
    if (last !== member) {
      this.#members[member.slot] = last
      last.slot = member.slot
    }
    return true
  }

  /** The members; must not be used after one was added or deleted. */
  get all(): ReadonlyArray<A> {
    return this.#members
  }
}
