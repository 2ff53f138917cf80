import { html, link, paragraph } from "./Html.ts"
import { linkPath } from "./LinkPage.ts"
import { pageForm, type RefusedForm } from "./PageForm.ts"

/** The addresses of the log-in, and of what comes before it. */
export const loginPath = "/login"
export const signupPath = "/signup"
export const forgotPasswordPath = "/forgot-password"

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

/** What somebody with a verified address does next. */
export const addressVerified = [
  paragraph("Your account is complete. An agent of yours may predict once it is linked to you."),
  html("p", {}, link(linkPath, "Link an agent")),
  html("p", {}, link(loginPath, "Sign in"))
].join("\n")

const newPassword = {
  as: "input",
  type: "password",
  minlength: 8,
  maxlength: 256,
  autocomplete: "new-password",
  required: true
} as const

/** The form that sets a new password with the mailed token. */
export const resetPasswordForm = (token: string): string =>
  pageForm({
    id: "reset",
    action: "/reset-password",
    hidden: { token },
    fields: [{ name: "password", label: "New password", hint: "8 characters or more.", control: newPassword }],
    submit: "Set the password"
  })

/** What follows when it is set. */
export const passwordChanged = [
  paragraph("All sessions have ended."),
  html("p", {}, link(loginPath, "Sign in with the new password"))
].join("\n")

const password = { as: "input", type: "password", required: true } as const

const email = {
  name: "email",
  label: "E-mail address",
  control: { as: "input", type: "email", autocomplete: "username", required: true }
} as const

/** A page that leads on to `next`. */
const toNext = (path: string, next: string): string => `${path}?${new URLSearchParams({ next })}`

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
    html("p", {}, link(toNext(signupPath, next), "Create an account")),
    html("p", {}, link(forgotPasswordPath, "Forgot your password?"))
  ].join("\n")

/** The form that makes an account of a human; `next` is the page that follows. */
export const signupForm = (next: string, refused?: RefusedForm): string =>
  [
    pageForm({
      id: "signup",
      action: signupPath,
      hidden: { next },
      fields: [
        {
          name: "name",
          label: "Name",
          hint: "Everybody sees it.",
          control: {
            as: "input",
            minlength: 2,
            maxlength: 64,
            autocomplete: "nickname",
            required: true,
            autofocus: true
          }
        },
        { ...email, hint: "A link is mailed to it, which verifies it. Nobody else sees the address." },
        { name: "password", label: "Password", hint: "8 characters or more.", control: newPassword }
      ],
      submit: "Create the account",
      refused
    }),
    html("p", {}, link(toNext(loginPath, next), "Sign in instead"))
  ].join("\n")

/** The form that asks for a link by which a new password is set. */
export const forgotPasswordForm = (refused?: RefusedForm): string =>
  [
    paragraph("We mail you a link by which you choose a new one."),
    pageForm({
      id: "forgot",
      action: forgotPasswordPath,
      fields: [{ ...email, control: { ...email.control, autofocus: true } }],
      submit: "Mail the link",
      refused
    }),
    html("p", {}, link(loginPath, "Back to signing in"))
  ].join("\n")
