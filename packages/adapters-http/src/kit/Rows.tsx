import type { Html } from "./Html.tsx"

/** A list of rows, or a sentence for an empty list. */
export const Rows = ({ items, none = "" }: { readonly items: ReadonlyArray<Html>; readonly none?: string }) =>
  items.length === 0 ? <p class="empty">{none}</p> : <ul class="rows">{items.map((item) => <li>{item}</li>)}</ul>

interface PagerProps {
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
  readonly next: string | null
}

/** Links to the next page of a list and back to its beginning. */
export const Pager = ({ next, path, query: { cursor, ...filter } }: PagerProps) => {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1])
  const address = (more: ReadonlyArray<readonly [string, string]>): string => {
    const parts = [...given, ...more].map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return parts.length === 0 ? path : `${path}?${parts.join("&")}`
  }
  return (cursor || next !== null)
    ? (
      <nav class="links" aria-label="Pages of the list">
        {cursor && <a href={address([])}>Newest</a>}
        {next !== null && <a href={address([["cursor", next]])} rel="next">Older</a>}
      </nav>
    )
    : null
}
