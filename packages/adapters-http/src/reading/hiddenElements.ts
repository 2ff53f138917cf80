/** How much of a page's style sheets is read, and how many names of hidden classes and elements are kept. */
const styleLengthMax = 500_000
const namesMax = 2_000

const hidingDeclarations = [
  /(?:^|;)display:none/,
  /(?:^|;)visibility:(?:hidden|collapse)/,
  /(?:^|;)content-visibility:hidden/,
  /(?:^|;)opacity:(?:0?\.0\d*|0+%?)(?:;|!|$)/,
  // Nothing, or at most one pixel.
  /(?:^|;)font-size:0*(?:\.0+)?(?:px|pt|r?em|%)?(?:;|!|$)/,
  /(?:^|;)font-size:(?:0?\.\d+|1)(?:px|pt)(?:;|!|$)/,
  /(?:^|;)(?:text-indent|left|top|right|bottom|margin-left|margin-top):-(?:\d{4,}|999)/,
  /(?:^|;)clip:rect\((?:0|1px)/,
  /(?:^|;)clip-path:(?:inset\((?:50|100)%|circle\(0)/,
  /(?:^|;)transform:[^;]*(?:scale\(0|translate[xy]?\(-\d{4,})/,
  /(?:^|;)color:(?:transparent|rgba\([^)]*,0(?:\.0*)?\))/
]

const tiny = /(?:^|;)(?:max-)?(?:height|width):[01](?:px)?(?:;|!|$)/
const cutOff = /(?:^|;)overflow(?:-[xy])?:(?:hidden|clip)/
const color = /(?:^|;)color:([^;!]+)/
const background = /(?:^|;)background(?:-color)?:([^;!]+)/

/**
 * Whether declarations of CSS make an element invisible: not displayed, transparent, without size, outside of the page, or
 * in the colour of its background.
 */
export const hidesElement = (declarations: string): boolean => {
  const plain = declarations.toLowerCase().replace(/\/\*.*?\*\//gs, "").replace(/\s+/g, "")
  if (plain === "") return false
  const ink = color.exec(plain)?.[1]
  return hidingDeclarations.some((hiding) => hiding.test(plain)) || (tiny.test(plain) && cutOff.test(plain)) ||
    (ink !== undefined && ink === background.exec(plain)?.[1])
}

/** Matches the class by which common style sheets hide text from sight, and keep it for screen readers. */
const unseenClass = /^(?:sr-only|visually-?hidden|screen-reader-text|u-hidden|is-hidden)$/i

/** The classes and ids that the style sheets of a page hide, from rules with one class or id as their selector. */
export class HiddenNames {
  readonly #names = new Set<string>()
  #read = 0

  /** Reads a style sheet. Rules for certain media and other nested rules are ignored. */
  add(css: string): void {
    if (this.#read > styleLengthMax) return
    this.#read += css.length
    let depth = 0
    let from = 0
    let selector = ""
    for (let i = 0; i < css.length; i++) {
      const unit = css.charCodeAt(i)
      if (unit === 123 /* { */) {
        if (depth++ === 0) selector = css.slice(from, i)
        from = i + 1
      } else if (unit === 125 /* } */) {
        if (depth === 1 && !selector.includes("@")) this.#addRule(selector, css.slice(from, i))
        depth = Math.max(0, depth - 1)
        from = i + 1
      }
    }
  }

  #addRule(selectors: string, declarations: string): void {
    if (!hidesElement(declarations)) return
    for (const selector of selectors.replace(/\/\*.*?\*\//gs, "").split(",")) {
      const name = selector.trim()
      if (/^[.#][\w-]{1,100}$/.test(name) && this.#names.size < namesMax) this.#names.add(name)
    }
  }

  /** Whether an element with these attributes is hidden. */
  hides(attributes: Readonly<Record<string, string>>): boolean {
    const { class: classes = "", hidden, id, style = "" } = attributes
    if (hidden !== undefined || attributes["aria-hidden"]?.toLowerCase() === "true") return true
    if (style !== "" && hidesElement(style)) return true
    if (id !== undefined && this.#names.has(`#${id}`)) return true
    return classes.split(/\s+/).some((name) => unseenClass.test(name) || this.#names.has(`.${name}`))
  }
}
