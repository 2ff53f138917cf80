import { documentOf, type Html, Styles, userText } from "./Html.tsx"
import { PageContext, type PageState, usePage } from "./PageContext.ts"
import { ButtonForm } from "./PageForm.tsx"
import { Crumbs, Mark, type Section, SiteFooter, SiteHeader } from "./SiteFrame.tsx"
import { type OneTimeNotice, OneTimeNoticePart } from "./OneTimeNotice.tsx"

/** The address of the one style sheet of all pages. */
export const pageStylesPath = "/pages.css"

export const iconPath = "/favicon.svg"

/** The address of the program of the page on which people predict. */
export const predictScriptPath = "/predict.js"

interface DocumentParts {
  readonly title: string
  /** The style sheet within the page, which then loads none. */
  readonly styles?: string
  /** The address of the style sheet of a page that looks unlike the others, and has an icon of its own. */
  readonly styleSheet?: string
  /** Further elements of the head. */
  readonly head?: Html
  readonly bodyClass?: string
  readonly body: Html
}

/** The frame of every page: its head, and its body. */
export const pageDocument = (
  { body, bodyClass, head, styles, styleSheet = pageStylesPath, title }: DocumentParts
): string =>
  documentOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {head}
        {styles === undefined
          ? (
            <>
              {styleSheet === pageStylesPath && <link rel="icon" href={iconPath} type="image/svg+xml" />}
              <link rel="stylesheet" href={styleSheet} />
            </>
          )
          : <Styles of={styles} />}
      </head>
      <body class={bodyClass}>{body}</body>
    </html>
  )

export interface PageParts extends PageState {
  readonly title: string
  /** The part of the site that it belongs to. */
  readonly current?: Section | undefined
  /** The heading; the title if there is none. */
  readonly heading?: Html
  /** The pages above this one. */
  readonly above?: ReadonlyArray<readonly [href: string, text: string]>
  /** Shown once, after a form. */
  readonly notice?: OneTimeNotice | undefined
  /** The address of a program that the page can do without. */
  readonly script?: string
  /** Stands between the heading and the content. */
  readonly lead?: Html
  readonly body: Html
}

const SignedIn = () => {
  const { reader } = usePage()
  return reader && (
    <>
      <a href="/account">{userText(reader.name)}</a>
      <ButtonForm action="/logout" submit="Sign out" kind="text" />
    </>
  )
}

/** A page of a session: its reader, and the way up. */
export const pageFrame = (
  { above, body, current, heading, lead, notice, reader, refused, script, title }: PageParts
): string =>
  pageDocument({
    title: `${title} · Auspex`,
    head: script && <script type="module" src={script} />,
    body: (
      <PageContext.Provider value={{ reader, refused }}>
        <SiteHeader current={current}>{reader && <SignedIn />}</SiteHeader>
        <main id="main" class="page work">
          {above && <Crumbs above={above} />}
          <h1>{heading ?? title}</h1>
          {lead}
          {notice && <OneTimeNoticePart of={notice} />}
          {body}
        </main>
        <SiteFooter />
      </PageContext.Provider>
    )
  })

/** A page with one thing to do, such as a log-in. */
export const smallPage = (title: string, body: Html, state: PageState = {}): string =>
  pageDocument({
    title: `${title} · Auspex`,
    bodyClass: "small",
    body: (
      <PageContext.Provider value={state}>
        <main>
          <p>
            <a href="/" class="brand">
              <Mark />Auspex
            </a>
          </p>
          <h1>{title}</h1>
          {body}
        </main>
      </PageContext.Provider>
    )
  })
