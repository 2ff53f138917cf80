import { html, htmlText, link, said } from "./Html.ts"
import { submitButton, tokenInput } from "./PageForm.ts"

/** Who reads a page of a session. */
export interface Reader {
  readonly name: string
  /** What every form of the session carries. */
  readonly formToken: string
}

export interface PageFrame {
  /** A text. */
  readonly title: string
  /** The heading, as markup; the title if there is none. */
  readonly heading?: string
  /** The pages above this one: address and text. */
  readonly above?: ReadonlyArray<readonly [href: string, text: string]>
  readonly reader?: Reader
  /** What stands between the heading and the content, as markup. */
  readonly lead?: string
  /** The content, as markup. */
  readonly body: string
}

/** The address of the one style sheet of all pages. */
export const pageStylesPath = "/pages.css"

const signedIn = ({ formToken, name }: Reader): string =>
  html(
    "div",
    { class: "reader" },
    html("span", { class: "quiet" }, said(name)),
    html("form", { method: "post", action: "/logout" }, tokenInput(formToken), submitButton("Sign out", "text"))
  )

const crumbs = (above: PageFrame["above"]): string =>
  above === undefined || above.length === 0 ? "" : html(
    "nav",
    { class: "crumbs", "aria-label": "Above this page" },
    html("ol", {}, ...above.map(([href, text]) => html("li", {}, link(href, said(text)))))
  )

const frame = (className: string | undefined, title: string, content: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)} · Auspex</title>
<link rel="stylesheet" href="${pageStylesPath}">
</head>
${html("body", { class: className }, content)}
</html>
`

/** A page with everything that all pages of a session have: who reads it, and the way up. */
export const pageFrame = ({ above, body, heading, lead = "", reader, title }: PageFrame): string =>
  frame(
    undefined,
    title,
    [
      link("#content", "Skip to the content", { class: "skip" }),
      html(
        "header",
        { class: "top" },
        link("/research", "Auspex", { class: "brand" }),
        reader === undefined ? "" : signedIn(reader)
      ),
      html("main", { id: "content" }, crumbs(above), html("h1", {}, heading ?? htmlText(title)), lead, body)
    ].join("\n")
  )

/** A page that is one thing to do, such as a log-in. The title is a text, `body` is markup. */
export const smallPage = (title: string, body: string): string =>
  frame(
    "small",
    title,
    html("main", {}, html("p", { class: "brand" }, "Auspex"), html("h1", {}, htmlText(title)), body)
  )
