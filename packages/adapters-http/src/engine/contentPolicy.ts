import { hash } from "node:crypto"

type Directive =
  | "default-src"
  | "style-src"
  | "script-src"
  | "img-src"
  | "connect-src"
  | "form-action"
  | "base-uri"
  | "frame-ancestors"
  | "sandbox"

const order: ReadonlyArray<Directive> = [
  "default-src",
  "style-src",
  "script-src",
  "img-src",
  "connect-src",
  "form-action",
  "base-uri",
  "frame-ancestors",
  "sandbox"
]

const closed: Partial<Record<Directive, string>> = {
  "default-src": "'none'",
  "form-action": "'none'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'"
}

/**
 * A Content-Security-Policy: nothing loads, runs, posts or frames the page, except as `allowed`.
 *
 * @example contentPolicy({ "form-action": "'self'" }) // "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
 */
export const contentPolicy = (allowed: Partial<Record<Directive, string>> = {}): string => {
  const directives = { ...closed, ...allowed }
  return order.flatMap((name) => directives[name] === undefined ? [] : [`${name} ${directives[name]}`]).join("; ")
}

/** The source that allows one style sheet or script within a page, by its hash. */
export const hashSource = (text: string): string => `'sha256-${hash("sha256", text, "base64")}'`
