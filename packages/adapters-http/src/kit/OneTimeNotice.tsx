import { userText } from "./Html.tsx"

/** The outcome of a form that the next page shows once: a secret, or a text with facts that nothing stores. */
export interface OneTimeNotice {
  readonly text?: string
  readonly hasFailed?: boolean
  /** Secrets that no later page shows, each with its name. */
  readonly secrets?: ReadonlyArray<readonly [name: string, secret: string]>
}

/** A notice as the page shows it. */
export const OneTimeNoticePart = (
  { of: { hasFailed = false, secrets = [], text } }: { readonly of: OneTimeNotice }
) => (
  <>
    {secrets.map(([name, secret]) => (
      <div class="notice" role="status">
        <p>{userText(name)}. Copy it now: it is shown only once.</p>
        <output class="secret">{secret}</output>
      </div>
    ))}
    {text !== undefined && (
      <div class={hasFailed ? "refusal" : "notice"} role="status">
        <p>{text}</p>
      </div>
    )}
  </>
)
