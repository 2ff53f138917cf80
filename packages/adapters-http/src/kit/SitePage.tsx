import type { Html } from "./Html.tsx"
import { pageDocument } from "./PageFrame.tsx"
import { sharedPicture } from "./sharedPicture.ts"
import { type Section, SiteFooter, SiteHeader } from "./SiteFrame.tsx"

export interface SitePageParts {
  readonly title: string
  /** One sentence for search engines and shared links. */
  readonly description?: string
  readonly current?: Section
  /** The complete address of the page without parameters that only arrange it. */
  readonly canonical?: string
  /** The complete address of a picture for shared links. */
  readonly picture?: string
  /** Feeds of the page: their addresses and titles. */
  readonly feeds?: ReadonlyArray<readonly [href: string, title: string]>
  readonly body: Html
}

/** A page for everybody. Nothing in it depends on its reader, so all share one copy. */
export const sitePage = (
  { body, canonical, current, description, feeds = [], picture, title }: SitePageParts
): string =>
  pageDocument({
    title: title === "Auspex" ? title : `${title} · Auspex`,
    head: (
      <>
        {description && <meta name="description" content={description} />}
        <meta property="og:title" content={title} />
        {description && <meta property="og:description" content={description} />}
        {picture && (
          <>
            <meta property="og:image" content={picture} />
            <meta property="og:image:width" content={String(sharedPicture.width)} />
            <meta property="og:image:height" content={String(sharedPicture.height)} />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        {canonical && <link rel="canonical" href={canonical} />}
        {feeds.map(([href, name]) => <link rel="alternate" type="application/rss+xml" href={href} title={name} />)}
      </>
    ),
    body: (
      <>
        <SiteHeader current={current} />
        <main id="main" class="page">{body}</main>
        <SiteFooter />
      </>
    )
  })
