import type { Html } from "../../kit/Html.tsx"

interface SectionProps {
  readonly id: string
  readonly heading: string
  /** A link to all of what the section shows a part of. */
  readonly all?: readonly [href: string, text: string]
  readonly children: Html
}

/** A part of the home page with its heading. */
export const HomeSection = ({ all, children, heading, id }: SectionProps) => (
  <section class="stack" aria-labelledby={id}>
    <div class="split">
      <h2 id={id}>{heading}</h2>
      {all && <a class="meta" href={all[0]}>{all[1]}</a>}
    </div>
    {children}
  </section>
)
