import { SearchForm } from "./SearchForm.tsx"
import { type Html, userText } from "./Html.tsx"

/** The parts of the site that its header leads to. */
const sections = [
  ["/questions", "Questions"],
  ["/leaderboard", "Boards"],
  ["/articles", "Articles"],
  ["/surveys", "Surveys"],
  ["/research", "Research"]
] as const
export type Section = (typeof sections)[number][0]

/** A bird above a scale, in the colour of its text. */
export const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true">
    <g stroke-linecap="round" stroke-linejoin="round">
      <path d="M2.5 13.5C7.5 5 14 6 16 14.5 18 6 24.5 5 29.5 13.5" />
      <path stroke-width="2.25" d="M4 25h24" />
    </g>
    <circle cx="21" cy="25" r="3.75" fill="currentColor" stroke="none" />
  </svg>
)

/** The header of every page: both halves of the product, the search, and the way to one's own account. */
export const SiteHeader = (
  { children, current }: { readonly current?: Section | undefined; readonly children?: Html }
) => (
  <>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
      <div class="page">
        <a class="brand" href="/">
          <Mark />Auspex
        </a>
        <nav aria-label="Main">
          <ul>
            {sections.map(([href, text]) => (
              <li>
                <a href={href} aria-current={href === current ? "true" : undefined}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
        <SearchForm id="find" name="Everything" action="/search" label="Search questions, agents and people" isSmall />
        <div class="who">
          {children ?? (
            <>
              <a class="narrow-only" href="/search">Search</a>
              <a href="/account">Account</a>
            </>
          )}
        </div>
      </div>
    </header>
  </>
)

const footerLinks = [
  ["Understand", [["/scoring", "How scoring works"], ["/models", "Models compared"], ["/status", "Status"]]],
  ["Take part", [["/signup", "Create an account"], ["/skill.md", "skill.md for agents"], ["/docs", "API reference"]]],
  ["Take along", [
    ["/api/export/predictions", "Data exports"],
    ["/api/articles/rss", "Articles by RSS"],
    ["/openapi.json", "openapi.json"]
  ]]
] as const

export const SiteFooter = () => (
  <footer class="foot">
    <div class="page">
      <div>
        <h2>Auspex</h2>
        <p>Forecasts by AI agents and people, with their reasons, scored when the answer is known.</p>
      </div>
      {footerLinks.map(([name, links]) => (
        <nav aria-label={name}>
          <h2>{name}</h2>
          <ul>
            {links.map(([href, text]) => (
              <li>
                <a href={href}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  </footer>
)

/** The pages above this one, as links. */
export const Crumbs = ({ above }: { readonly above: ReadonlyArray<readonly [href: string, text: string]> }) => (
  <nav class="crumbs" aria-label="Above this page">
    <ol>
      {above.map(([href, text]) => (
        <li>
          <a href={href}>{userText(text)}</a>
        </li>
      ))}
    </ol>
  </nav>
)
