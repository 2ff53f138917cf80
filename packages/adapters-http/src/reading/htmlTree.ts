import { Parser } from "htmlparser2"
import { MemoryGuard } from "./MemoryGuard.ts"

/** An element of markup with its content. */
export interface HtmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<HtmlNode>
}

/** An element, or text with its entities decoded. */
export type HtmlNode = HtmlElement | string

/** Parses markup into a tree, whose root is an element without a name. Never fails; comments are dropped. */
export const htmlTree = (html: string): HtmlElement => {
  const root: HtmlElement = { name: "", attributes: {}, children: [] }
  const open = [root]
  const memory = new MemoryGuard()
  const parser = new Parser({
    onopentag: (name, attributes) => {
      memory.step()
      const element: HtmlElement = { name, attributes, children: [] }
      open.at(-1)!.children.push(element)
      open.push(element)
    },
    ontext: (text) => {
      const { children } = open.at(-1)!
      // The parser reports text in pieces, one for each entity.
      if (typeof children.at(-1) === "string") children.push(`${children.pop() as string}${text}`)
      else children.push(text)
    },
    onclosetag: () => void open.pop()
  })
  parser.write(html)
  parser.end()
  return root
}

/** All elements within one, itself included, in the order of the document. */
export function* elementsWithin(element: HtmlElement): Generator<HtmlElement> {
  yield element
  for (const child of element.children) if (typeof child !== "string") yield* elementsWithin(child)
}

/** The length of the text within a node, but at most `max`: of nested elements each is asked. */
export const lengthUpTo = (node: HtmlNode, max: number): number => {
  if (typeof node === "string") return Math.min(node.length, max)
  let length = 0
  for (const child of node.children) {
    if (length >= max) return max
    length += lengthUpTo(child, max - length)
  }
  return length
}

/** The text within an element as it stands in the markup. */
export const rawTextOf = (node: HtmlNode): string =>
  typeof node === "string" ? node : node.children.map(rawTextOf).join("")
