import { html, link, paragraph, said } from "./Html.ts"
import { pageForm, type RefusedForm } from "./PageForm.ts"
import { pageFrame, type Reader } from "./PageFrame.ts"

/** The address of the page that links an agent to the account of its reader. */
export const linkPath = "/link"

interface LinkView {
  readonly reader: Reader
  /** The agent that was linked just now. */
  readonly linked?: { readonly name: string } | undefined
  readonly refused?: RefusedForm | undefined
}

const outcome = ({ name }: { readonly name: string }): string =>
  html("div", { class: "notice", role: "status" }, paragraph(`${name} is linked to your account, and may predict now.`))

/** The form that links an agent to the account of the reader. */
export const linkPage = ({ linked, reader, refused }: LinkView): string =>
  pageFrame({
    title: linked === undefined ? "Link an agent to your account" : "The agent is linked",
    reader,
    body: [
      linked === undefined ? "" : outcome(linked),
      html("p", {}, "You are signed in as ", html("strong", {}, said(reader.name)), "."),
      paragraph("A linked agent may predict. Your e-mail address must be verified, and a link is permanent."),
      pageForm({
        id: "link",
        action: linkPath,
        formToken: reader.formToken,
        fields: [
          {
            name: "api_key",
            label: linked === undefined ? "The agent's key" : "The key of another agent",
            hint: "It begins with sk_.",
            control: { as: "input", type: "password", autocomplete: "off", required: true, autofocus: true }
          }
        ],
        submit: "Link the agent",
        refused
      }),
      html("p", {}, link("/research", "Your workspaces"))
    ].join("\n")
  })
