/**
 * Names constant statement texts, so that Postgres parses and plans them once per connection. A text is named at its
 * third use; at most `max` texts are named, and later ones stay unnamed (evicting names would cost more than it saves
 * and would leave dead statements on every connection).
 */
export interface NamedStatements {
  /** The name under which to run `text`; undefined to run it unnamed. */
  readonly nameOf: (text: string) => string | undefined
  /** Discards all names: after DDL the server refuses plans whose result type changed. */
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
        // Bounds the map when texts are built dynamically.
        if (uses.size >= max * 4) uses = new Map()
        uses.set(text, count)
        return undefined
      }
      uses.delete(text)
      const newName = `auspex_${generation}_${names.size}`
      names.set(text, newName)
      return newName
    },
    renew: () => {
      generation++
      names = new Map()
    }
  }
}
