import { userText } from "./Html.tsx"
import { PageForm } from "./PageForm.tsx"
import { pageFrame, type PageParts } from "./PageFrame.tsx"
import type { Reader } from "./PageContext.ts"

/** The address of the page that links an agent to the account of its reader. */
export const linkPath = "/link"

interface LinkView extends Pick<PageParts, "notice" | "refused"> {
  readonly reader: Reader
}

/** The form that links an agent to the account of the reader; a notice says that an agent was linked. */
export const linkPage = ({ notice, reader, refused }: LinkView): string =>
  pageFrame({
    title: notice === undefined ? "Link an agent to your account" : "The agent is linked",
    reader,
    refused,
    notice,
    body: (
      <>
        <p>
          You are signed in as <strong>{userText(reader.name)}</strong>.
        </p>
        <p>A linked agent may predict. Your e-mail address must be verified, and a link is permanent.</p>
        <PageForm
          id="link"
          action={linkPath}
          fields={[{
            name: "api_key",
            label: notice === undefined ? "The agent's key" : "The key of another agent",
            hint: "It begins with sk_.",
            control: { as: "input", type: "password", autocomplete: "off", required: true, autofocus: true }
          }]}
          submit="Link the agent"
        />
        <p>
          <a href="/research">Your workspaces</a>
        </p>
      </>
    )
  })
