/** A parsed element. */
export interface Read {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<Read>
  /** The text content of the element, with entities resolved. */
  readonly text: string
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"", "#39": "'" }

const resolved = (text: string): string =>
  text.replace(/&([^;]*);/g, (_, name: string) => {
    const character = entities[name]
    if (character === undefined) throw new Error(`no such entity: &${name};`)
    return character
  })

/** A strict parser for the subset of XML that the charts use; throws on anything else. */
export const readXml = (xml: string): Read => {
  // Characters that XML 1.0 forbids everywhere (production 2).
  const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml)
  if (forbidden !== null) throw new Error(`forbidden character at ${forbidden.index}`)
  const token = /<([A-Za-z][\w:]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|<\/([A-Za-z][\w:]*)>|([^<]+)/gy
  interface Open {
    readonly name: string
    readonly attributes: Record<string, string>
    readonly children: Array<Read>
    text: string
  }
  const open: Array<Open> = [{ name: "", attributes: {}, children: [], text: "" }]
  const close = (): void => {
    const done = open.pop()!
    const parent = open[open.length - 1]!
    parent.children.push(done)
    parent.text += done.text
  }
  for (let at = 0; at < xml.length; at = token.lastIndex) {
    token.lastIndex = at
    const match = token.exec(xml)
    if (match === null) throw new Error(`not well-formed at ${at}: ${xml.slice(at, at + 40)}`)
    const [, name, attributes = "", selfClosing, closing, text] = match
    if (text !== undefined) {
      if (/&(?!\w+;|#39;)/.test(text) || text.includes("]]>")) throw new Error(`bare markup in a text: ${text}`)
      open[open.length - 1]!.text += resolved(text)
    } else if (closing !== undefined) {
      if (open[open.length - 1]!.name !== closing)
        throw new Error(`</${closing}> closes ${open[open.length - 1]!.name}`)
      close()
    } else {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, resolved(value!)])
      const read = Object.fromEntries(pairs) as Record<string, string>
      if (Object.keys(read).length !== pairs.length) throw new Error(`an attribute twice in <${name}>`)
      open.push({ name: name!, attributes: read, children: [], text: "" })
      if (selfClosing === "/") close()
    }
  }
  const [document] = open
  if (open.length !== 1 || document!.children.length !== 1 || document!.text !== document!.children[0]!.text) {
    throw new Error("not one element")
  }
  return document!.children[0]!
}

/** The element and all its descendants. */
export const everyElement = (element: Read): ReadonlyArray<Read> => [element, ...element.children.flatMap(everyElement)]

/** The coordinates of a path, line, circle, polyline, rectangle or text. */
export const placesOf = ({ attributes, name }: Read): ReadonlyArray<readonly [number, number]> => {
  const number = (key: string): number => Number(attributes[key] ?? 0)
  switch (name) {
    case "path":
      return pathPlaces(attributes["d"]!)
    case "line":
      return [[number("x1"), number("y1")], [number("x2"), number("y2")]]
    case "polyline":
      return attributes["points"]!.split(" ").map((pair) => {
        const [x, y] = pair.split(",").map(Number)
        return [x!, y!] as const
      })
    case "circle":
      return [-1, 1].map((sign) => [number("cx") + sign * number("r"), number("cy") + sign * number("r")] as const)
    case "rect":
      return [[number("x"), number("y")], [number("x") + number("width"), number("y") + number("height")]]
    case "text":
      return [[number("x"), number("y")]]
    default:
      return []
  }
}

/** The vertices of a path of absolute M, L, H and V commands; throws on any other command. */
export const pathPlaces = (d: string): ReadonlyArray<readonly [number, number]> => {
  if (!/^M(-?[\d.]+) (-?[\d.]+)((H-?[\d.]+)|(V-?[\d.]+)|(L-?[\d.]+ -?[\d.]+))*Z?$/.test(d))
    throw new Error(`path: ${d}`)
  const places: Array<readonly [number, number]> = []
  for (const [, command, first, second] of d.matchAll(/([MHVL])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    const [x, y] = places[places.length - 1] ?? [0, 0]
    places.push(
      command === "H" ? [Number(first), y] : command === "V" ? [x, Number(first)] : [Number(first), Number(second)]
    )
  }
  return places
}
