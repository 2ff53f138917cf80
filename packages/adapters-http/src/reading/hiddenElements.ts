/** How much of a page's style sheets is read, and how many names of classes and elements are kept. */
const styleLengthMax = 500_000
const namesMax = 4_000

/**
 * What styles do to an element. `hidden`: no reader ever sees it. `folded`: it is not seen at first, and may be shown by a
 * script or a click. `withdrawn`: struck through. `letters`: whether its text has a size of its own, or none.
 */
export interface ElementStyle {
  readonly hides?: "hidden" | "folded" | "withdrawn"
  readonly letters?: "none" | "some"
  /** Whether its text stands above or below the line. */
  readonly raises?: "sup" | "sub"
}

const hiding = [
  /(?:^|;)display:none/,
  /(?:^|;)visibility:(?:hidden|collapse)/,
  /(?:^|;)content-visibility:hidden/,
  // At most one pixel.
  /(?:^|;)font-size:(?:0?\.\d+|1)(?:px|pt)(?:;|!|$)/,
  /(?:^|;)(?:text-indent|left|top|right|bottom|margin-left|margin-top):-(?:\d{4,}|999)/,
  /(?:^|;)clip:rect\((?:0|1px)/
]
/** The beginnings and ends of animations. */
const folding = [
  /(?:^|;)opacity:(?:0?\.0\d*|0+%?)(?:;|!|$)/,
  /(?:^|;)clip-path:(?:inset\((?:50|100)%|circle\(0)/,
  /(?:^|;)transform:[^;]*(?:scale\(0|translate[xy]?\(-\d{4,})/
]
const animated = /(?:^|;)(?:-webkit-)?(?:transition|animation)(?:-[a-z]+)?:(?!none)/
const noInk = /(?:^|;)color:(?:transparent|rgba\([^)]*,0(?:\.0*)?\)|#[0-9a-f]{3}0(?:;|!|$)|#[0-9a-f]{6}00(?:;|!|$))/
/** Letters that are cut out of a background are seen by its colours. */
const cutFromBackground =
  /(?:^|;)(?:-webkit-)?background-clip:text|(?:^|;)background:[^;]*\btext\b|(?:^|;)-webkit-text-fill-color:(?!transparent)/
const tiny = /(?:^|;)(?:max-)?(?:height|width):[01](?:px)?(?:;|!|$)/
const cutOff = /(?:^|;)overflow(?:-[xy])?:(?:hidden|clip)/
const flat = /(?:^|;)(?:max-)?height:0(?:px|r?em|%)?(?:;|!|$)/
const color = /(?:^|;)color:([^;!]+)/
const background = /(?:^|;)background(?:-color)?:([^;!]+)/
const noLetters = /(?:^|;)font-size:0*(?:\.0+)?(?:px|pt|r?em|%)?(?:;|!|$)/
/** A size that does not depend on that of the parent, which may be none. */
const someLetters =
  /(?:^|;)font(?:-size)?:[^;]*?(?<![\d.])(?:[1-9]\d*(?:\.\d+)?|0?\.\d+)(?:px|pt|rem|vw|vh|cm|mm)|(?:^|;)font-size:(?:(?:xx?-)?(?:small|large)|medium)/
const raised =
  /(?:^|;)(?:vertical-align|font-variant-position|baseline-shift|alignment-baseline):(super|sub|text-top|text-bottom)/
/** A distance above or below the line; boxes and icons are moved by it, too, but not in smaller letters. */
const moved = /(?:^|;)(?:vertical-align|top|bottom):(top|bottom|-?(?:\d+(?:\.\d*)?|\.\d+)(?:px|pt|r?em|ex|%))(?:;|!|$)/
const relative = /(?:^|;)position:relative/
const smaller =
  /(?:^|;)font(?:-size)?(?=:)[^;]*?(?:smaller|x-small|xx-small|(?:^|[^\d.])0?\.\d+r?em|(?:^|[^\d.])[1-9]\d?(?:\.\d+)?%)/
const struck = /(?:^|;)text-decoration(?:-line)?:[^;]*line-through/

const hidesOf = (plain: string): ElementStyle["hides"] => {
  const ink = color.exec(plain)?.[1]
  const isCutOut = cutFromBackground.test(plain)
  const isFlat = flat.test(plain) && cutOff.test(plain)
  if (hiding.some((rule) => rule.test(plain))) return "hidden"
  if (!isCutOut && (noInk.test(plain) || (ink !== undefined && ink === background.exec(plain)?.[1]))) return "hidden"
  if (!isFlat && tiny.test(plain) && cutOff.test(plain)) return "hidden"
  if (struck.test(plain)) return "withdrawn"
  return !animated.test(plain) && (isFlat || folding.some((rule) => rule.test(plain))) ? "folded" : undefined
}

/** Whether a distance is more than a correction by a hair. */
const isFar = (by: string): boolean =>
  Math.abs(Number.parseFloat(by)) >= (by.endsWith("em") ? 0.25 : by.endsWith("%") ? 25 : 3)

/** Whether an element stands above or below the line by a distance. */
const movedPlace = (plain: string): "sup" | "sub" | undefined => {
  const [declared = "", by = ""] = moved.exec(plain) ?? []
  if (by === "" || /^-?0+(?:\.0+)?(?![\d.])/.test(by)) return undefined
  const isAligned = declared.includes("vertical-align")
  if (!isAligned && !relative.test(plain)) return undefined
  if (by === "top" || by === "bottom") {
    return isAligned && smaller.test(plain) ? (by === "top" ? "sup" : "sub") : undefined
  }
  if (!smaller.test(plain) && !(isAligned && isFar(by))) return undefined
  const isUp = declared.includes("top:") ? by.startsWith("-") : !by.startsWith("-")
  return isUp ? "sup" : "sub"
}

/** What declarations of CSS do to the text of an element. */
export const styleOf = (declarations: string): ElementStyle => {
  const plain = declarations.toLowerCase().replace(/\/\*.*?\*\//gs, "").replace(/\s*([:;,()!])\s*/g, "$1").trim()
  if (plain === "") return {}
  const hides = hidesOf(plain)
  const letters = noLetters.test(plain) ? "none" : someLetters.test(plain) ? "some" : undefined
  const stated = raised.exec(plain)?.[1]
  const place = stated === undefined ? movedPlace(plain) : stated === "sub" || stated === "text-bottom" ? "sub" : "sup"
  return {
    ...(hides === undefined ? {} : { hides }),
    ...(letters === undefined ? {} : { letters }),
    ...(place === undefined ? {} : { raises: place })
  }
}

/** Matches the class by which common style sheets hide text from sight, and keep it for screen readers. */
const unseenClass = /^(?:sr-only|visually-?hidden|screen-reader-text|u-hidden|is-hidden)$/i
/** Whether an element holds text for screen readers alone. */
export const isUnseen = (classes: string): boolean => classes.split(/\s+/).some((name) => unseenClass.test(name))

/** Matches the class of formulas for screen readers, whose picture or drawing for others holds no text. */
const formulaClass = /(?:^|[\s-])(?:katex-mathml|mwe-math-mathml-[a-z0-9]+|mjx-assistive-mml|mathjax_preview)(?:$|\s)/i

/** Matches the class of raised text whose style sheet is not part of the page. */
const raisedClass = /(?:^|[\s_-])sup(?:erscript)?(?:$|[\s_-])/i

/** The styles that the style sheets of a page give to classes, ids and elements. */
export class PageStyles {
  readonly #hides = new Map<string, NonNullable<ElementStyle["hides"]>>()
  readonly #letters = new Map<string, NonNullable<ElementStyle["letters"]>>()
  readonly #raises = new Map<string, NonNullable<ElementStyle["raises"]>>()
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
    const { hides, letters, raises } = styleOf(declarations)
    if (hides === undefined && letters === undefined && raises === undefined) return
    for (const selector of selectors.replace(/\/\*.*?\*\//gs, "").split(",")) {
      const name = selector.trim()
      if (this.#hides.size + this.#letters.size + this.#raises.size >= namesMax) return
      // Only one class or id decides that text is hidden; a size is also given by the last part of a longer selector.
      const isSimple = /^[.#][\w-]{1,100}$/.test(name)
      if (isSimple && hides !== undefined) this.#hides.set(name, hides)
      const last = /[.#]?[\w-]{1,100}$/.exec(name)?.[0]
      if (raises !== undefined && last !== undefined && /^[.#]/.test(last)) this.#raises.set(last, raises)
      if (letters === "none" ? isSimple : letters !== undefined && last !== undefined)
        this.#letters.set(last!, letters!)
    }
  }

  /** What styles and attributes do to an element. */
  of(name: string, attributes: Readonly<Record<string, string>>): ElementStyle {
    const { class: classes = "", id, style = "" } = attributes
    const own = style === "" ? {} : styleOf(style)
    const names = [
      ...id === undefined ? [] : [`#${id}`],
      ...classes.split(/\s+/).filter((c) => c !== "").map((c) => `.${c}`)
    ]
    const firstOf = <A>(known: ReadonlyMap<string, A>): A | undefined =>
      names.map((each) => known.get(each)).find((each) => each !== undefined)
    const letters = own.letters ?? firstOf(this.#letters) ?? this.#letters.get(name)
    const raises = own.raises ?? firstOf(this.#raises) ?? (raisedClass.test(classes) ? "sup" : undefined)
    const hides = formulaClass.test(classes) ? undefined : this.#hidesOf(attributes, names, own.hides)
    return {
      ...(letters === undefined ? {} : { letters }),
      ...(raises === undefined ? {} : { raises }),
      ...(hides === undefined ? {} : { hides })
    }
  }

  #hidesOf(
    attributes: Readonly<Record<string, string>>,
    names: ReadonlyArray<string>,
    own: ElementStyle["hides"]
  ): ElementStyle["hides"] {
    const { hidden } = attributes
    if (hidden !== undefined) return hidden === "until-found" ? "folded" : "hidden"
    const ruled = names.map((known) => this.#hides.get(known)).filter((known) => known !== undefined)
    const isUnseen = names.some((known) => unseenClass.test(known.slice(1)))
    if (own === "hidden" || isUnseen || ruled.includes("hidden")) return "hidden"
    return own ?? ruled[0] ?? (attributes["aria-hidden"]?.toLowerCase() === "true" ? "folded" : undefined)
  }
}
