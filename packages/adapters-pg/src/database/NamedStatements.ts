/**
 * Gives constant statement texts a name, so that Postgres parses and plans them once per connection. A text earns its
 * name by its third use; at most `max` texts are named, and later ones stay unnamed (naming and forgetting in turn would
 * cost more than it saves and would leave dead statements on every connection).
 */
export interface NamedStatements {
  /** The name under which to run `text`; undefined for "unnamed". */
  readonly nameOf: (text: string) => string | undefined
  /** Forgets all names: after DDL the server refuses plans whose result type changed. */
  readonly renew: () => void
}

const usesBeforeName = 3

export const makeNamedStatements = (max = 500): NamedStatements => {
  let generation = 0
  let names = new Map<string, string>()
  let uses = new Map<string, number>()
  return {
    nameOf: (text) => {
      const name = names.get(text)
      if (name !== undefined || names.size >= max) return name
      const count = (uses.get(text) ?? 0) + 1
      if (count < usesBeforeName) {
        // Texts built on the fly must not grow this without end.
        if (uses.size >= max * 4) uses = new Map()
        uses.set(text, count)
        return undefined
      }
      uses.delete(text)
      const fresh = `auspex_${generation}_${names.size}`
      names.set(text, fresh)
      return fresh
    },
    renew: () => {
      generation++
      names = new Map()
    }
  }
}
