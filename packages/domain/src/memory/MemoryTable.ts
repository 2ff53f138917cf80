/** Undoes the changes of a unit of work that fails. */
export class UndoLog {
  private undos: Array<() => void> | undefined

  /** Starts recording. */
  begin(): void {
    this.undos = []
  }

  /** Keeps what was recorded. */
  commit(): void {
    this.undos = undefined
  }

  /** Undoes what was recorded, latest first. */
  rollBack(): void {
    const undos = this.undos ?? []
    this.undos = undefined
    for (const undo of undos.reverse()) undo()
  }

  record(undo: () => void): void {
    this.undos?.push(undo)
  }
}

/** A table of immutable rows by id, with indexes by the value of a function. */
export class MemoryTable<Row extends { readonly id: string }, Index extends string = never> {
  private readonly rows = new Map<string, Row>()
  private readonly indexes: ReadonlyArray<readonly [Index, (row: Row) => string, Map<string, Map<string, Row>>]>

  constructor(private readonly log: UndoLog, indexes: Readonly<Record<Index, (row: Row) => string>>) {
    this.indexes = (Object.entries(indexes) as Array<[Index, (row: Row) => string]>).map(([name, valueOf]) => [
      name,
      valueOf,
      new Map()
    ])
  }

  get(id: string): Row | undefined {
    return this.rows.get(id)
  }

  /** The row with this id; it must exist. */
  require(id: string): Row {
    const row = this.rows.get(id)
    if (row === undefined) throw new Error(`The table has no row ${id}.`)
    return row
  }

  all(): ReadonlyArray<Row> {
    return [...this.rows.values()]
  }

  /** The rows whose indexed value is `value`. */
  where(index: Index, value: string): ReadonlyArray<Row> {
    const [, , groups] = this.indexes.find(([name]) => name === index)!
    return [...groups.get(value)?.values() ?? []]
  }

  /** Inserts the row, or replaces the one with its id. */
  put(row: Row): void {
    const before = this.rows.get(row.id)
    this.log.record(() => this.write(row.id, before))
    this.write(row.id, row)
  }

  /** Replaces fields of a row, which must exist. */
  patch(id: string, fields: Partial<Row>): Row {
    const row = { ...this.require(id), ...fields }
    this.put(row)
    return row
  }

  delete(id: string): void {
    const before = this.rows.get(id)
    this.log.record(() => this.write(id, before))
    this.write(id, undefined)
  }

  private write(id: string, row: Row | undefined): void {
    const before = this.rows.get(id)
    for (const [, valueOf, groups] of this.indexes) {
      if (before !== undefined) {
        const value = valueOf(before)
        groups.get(value)?.delete(id)
        if (groups.get(value)?.size === 0) groups.delete(value)
      }
      if (row === undefined) continue
      const value = valueOf(row)
      const group = groups.get(value) ?? new Map<string, Row>()
      groups.set(value, group.set(id, row))
    }
    if (row === undefined) this.rows.delete(id)
    else this.rows.set(id, row)
  }
}
