import { type ComponentChildren, type JSX, toChildArray } from "preact"
import { jsxTemplate } from "preact/jsx-runtime"
import { renderToString } from "preact-render-to-string"

/** Anything that a page can show: an element, a text, a list of them, or nothing. Texts are escaped. */
export type Html = ComponentChildren

/** Replaces controls, lone surrogates and marks of direction; line ends and tabs stay. */
const legible = (text: string): string =>
  text.replace(/(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, "\ufffd")

/** The markup of an element. The library leaves `>` as it is; XML allows it in a text, except after `]]`. */
export const markupOf = (element: JSX.Element): string => legible(renderToString(element)).replaceAll("]]>", "]]&gt;")

/** A complete page, from its `html` element. */
export const documentOf = (page: JSX.Element): string => `<!doctype html>\n${markupOf(page)}\n`

/** Markup that is inserted as it is, such as a picture. */
export const Markup = ({ of }: { readonly of: string }) => jsxTemplate([of])

/** A style sheet within the page. */
export const Styles = ({ of }: { readonly of: string }) => <style dangerouslySetInnerHTML={{ __html: of }} />

/** A text that anybody may have written, isolated so that its direction does not affect the text after it. */
export const userText = (text: string) => <bdi>{text.trim() === "" ? "–" : text}</bdi>

/** Its children with `between` them; children that are empty are left out. */
export const Joined = ({ between, children }: { readonly between: string; readonly children: Html }) => (
  <>{toChildArray(children).filter((one) => one !== "").map((one, at) => [at === 0 ? "" : between, one])}</>
)

/** A line of small facts with dots between them. */
export const Facts = ({ children }: { readonly children: Html }) => (
  <p class="meta">
    <Joined between=" · ">{children}</Joined>
  </p>
)

const twoDigits = (value: number): string => String(value).padStart(2, "0")

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const

/**
 * A time to the minute, UTC.
 *
 * @example timeText(new Date("2034-12-03T05:00:00Z")) // "3 Dec 2034, 05:00 UTC"
 */
export const timeText = (at: Date): string =>
  `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${twoDigits(at.getUTCHours())}:${
    twoDigits(at.getUTCMinutes())
  } UTC`

/** A time as an element. */
export const timeOf = (at: Date) => <time datetime={at.toISOString()}>{timeText(at)}</time>
