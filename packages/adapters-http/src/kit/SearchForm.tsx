import { searchLengthMax } from "@auspex/domain/questions"

interface SearchFormProps {
  /** Unique in the page. */
  readonly id: string
  /** The list that is searched, as the name of the landmark. */
  readonly name: string
  readonly action: string
  readonly label: string
  readonly value?: string | undefined
  /** Further parameters of the list, which the search keeps. */
  readonly kept?: Readonly<Record<string, string | undefined>>
  /** Whether it stands in the header of the site. */
  readonly isSmall?: boolean
}

/** A form that searches a list by words, in its parameter `q`. */
export const SearchForm = ({ action, id, isSmall = false, kept = {}, label, name, value }: SearchFormProps) => (
  <form class={isSmall ? "find" : "search-line"} role="search" aria-label={name} action={action}>
    <label class={isSmall ? "vh" : undefined} for={id}>{label}</label>
    <input id={id} name="q" type="search" maxlength={searchLengthMax} value={value} />
    {Object.entries(kept).map(([parameter, given]) =>
      given !== undefined && <input type="hidden" name={parameter} value={given} />
    )}
    <button type="submit" class={isSmall ? "second low" : "second"}>Search</button>
  </form>
)
