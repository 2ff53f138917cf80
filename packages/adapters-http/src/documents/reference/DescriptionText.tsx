import type { Html } from "../../kit/Html.tsx"

/** Code, or a link; the Markdown within the lines of descriptions. */
const inlineMarkup = /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g

/** One line of a description: `code` and links of Markdown; all else is text. */
export const InlineText = ({ of }: { readonly of: string }) => {
  const parts: Array<Html> = []
  let end = 0
  for (const found of of.matchAll(inlineMarkup)) {
    const [whole, code, text, href] = found
    parts.push(of.slice(end, found.index), code === undefined ? <a href={href}>{text}</a> : <code>{code}</code>)
    end = found.index + whole.length
  }
  return <>{[...parts, of.slice(end)]}</>
}

const listMark = /^(?:-|(\d+)\.) /

const ListItems = ({ of }: { readonly of: string }) => (
  <>
    {of.split(/\n(?=- |\d+\. )/).map((item) => (
      <li>
        <InlineText of={item.replace(listMark, "")} />
      </li>
    ))}
  </>
)

const Block = ({ of }: { readonly of: string }) => {
  const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec(of)
  if (fenced !== null) return <pre><code>{fenced[1]}</code></pre>
  const mark = listMark.exec(of)
  if (mark === null)
    return (
      <p>
        <InlineText of={of} />
      </p>
    )
  return mark[1] === undefined
    ? (
      <ul>
        <ListItems of={of} />
      </ul>
    )
    : (
      <ol>
        <ListItems of={of} />
      </ol>
    )
}

/** A description of the contract: paragraphs, lists, code and links, the Markdown that descriptions are written in. */
export const DescriptionText = ({ of }: { readonly of: string }) => {
  const blocks = of.trim().split(/\n\n+/)
  return blocks.length === 1
    ? <Block of={of.trim()} />
    : <div class="prose">{blocks.map((block) => <Block of={block} />)}</div>
}
