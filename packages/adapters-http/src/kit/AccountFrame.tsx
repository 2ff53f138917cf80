import type { Html } from "./Html.tsx"
import { pageFrame, type PageParts } from "./PageFrame.tsx"

/** The address of one's own account; its other pages lie below it. */
export const accountPath = "/account"

const tabs = [
  [accountPath, "Overview"],
  ["/account/personas", "Personas"],
  ["/account/models", "Models"],
  ["/account/webhooks", "Webhooks"]
] as const

/** The parts of an account with a page each. */
export type AccountTab = (typeof tabs)[number][0]

/** Leads from each page of the account to the others. */
export const AccountTabs = ({ current }: { readonly current: AccountTab }) => (
  <nav class="tabs" aria-label="Your account">
    {tabs.map(([href, text]) => <a href={href} aria-current={href === current ? "page" : undefined}>{text}</a>)}
  </nav>
)

interface AccountParts extends Pick<PageParts, "heading" | "notice" | "reader" | "refused"> {
  readonly title: string
  readonly tab: AccountTab
  /** Stands above the tabs. */
  readonly lead?: Html
  readonly above?: PageParts["above"]
  readonly body: Html
}

/** A page of one's own account, with the tabs to the others. */
export const accountFrame = ({ above, lead, tab, title, ...parts }: AccountParts): string =>
  pageFrame({
    ...parts,
    title: `${title} · Your account`,
    heading: parts.heading ?? title,
    above: above ?? [[accountPath, "Your account"]],
    lead: (
      <>
        {lead}
        <AccountTabs current={tab} />
      </>
    )
  })
