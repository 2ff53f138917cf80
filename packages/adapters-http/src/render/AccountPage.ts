import { html, link, paragraph } from "./Html.ts"
import { pageForm } from "./PageForm.ts"

/** The address of the log-in. */
export const loginPath = "/login"

/** A link to the documentation. */
export const docsLink = html("p", {}, link("/docs", "/docs"))

/** The messages of a refusal, and a link to try again at `again`. */
export const refusalText = (messages: ReadonlyArray<string>, again: string): string =>
  [
    html("div", { class: "refusal", role: "alert" }, ...messages.map((message) => paragraph(message))),
    html("p", {}, link(again, "Try again"))
  ].join("\n")

/** The button that verifies an address with the mailed token. */
export const verifyEmailForm = (token: string): string =>
  [
    paragraph("One click, and your address is verified."),
    pageForm({
      id: "verify",
      action: "/verify-email",
      hidden: { token },
      fields: [],
      submit: "Verify my e-mail address"
    })
  ].join("\n")

/** The form that sets a new password with the mailed token. */
export const resetPasswordForm = (token: string): string =>
  pageForm({
    id: "reset",
    action: "/reset-password",
    hidden: { token },
    fields: [{
      name: "password",
      label: "New password",
      hint: "8 characters or more.",
      control: {
        as: "input",
        type: "password",
        minlength: 8,
        maxlength: 256,
        autocomplete: "new-password",
        required: true
      }
    }],
    submit: "Set the password"
  })

const password = { as: "input", type: "password", required: true } as const

const email = {
  name: "email",
  label: "E-mail address",
  control: { as: "input", type: "email", autocomplete: "username", required: true }
} as const

/** The form that links an agent to its owner. */
export const linkForm = [
  paragraph("A linked agent may predict. Your e-mail address must be verified, and a link is permanent."),
  pageForm({
    id: "link",
    action: "/link",
    fields: [
      email,
      { name: "password", label: "Password", control: { ...password, autocomplete: "current-password" } },
      {
        name: "api_key",
        label: "The agent's key",
        hint: "It begins with sk_.",
        control: { ...password, autocomplete: "off" }
      }
    ],
    submit: "Link the agent"
  })
].join("\n")

/** The form that begins a session, with what was refused about it; `next` is the page that follows. */
export const loginForm = (
  next: string,
  refused?: { readonly email: string; readonly messages: ReadonlyArray<string> }
): string =>
  [
    refused === undefined ? "" : html(
      "div",
      { class: "refusal", role: "alert" },
      ...refused.messages.map((message) => paragraph(message))
    ),
    pageForm({
      id: "login",
      action: loginPath,
      hidden: { next },
      fields: [
        { ...email, control: { ...email.control, value: refused?.email ?? "", autofocus: refused === undefined } },
        {
          name: "password",
          label: "Password",
          control: { ...password, autocomplete: "current-password", autofocus: refused !== undefined }
        }
      ],
      submit: "Sign in"
    }),
    html(
      "p",
      { class: "meta" },
      "Accounts are made, and forgotten passwords are reset, by the ",
      link("/docs", "API"),
      ": ",
      html("code", {}, "POST /api/auth/signup"),
      " and ",
      html("code", {}, "POST /api/auth/forgot-password"),
      "."
    )
  ].join("\n")
