import { hash } from "node:crypto"

/**
 * The Content-Security-Policy of a page with a single embedded style sheet, so that the page can be saved and sent
 * whole: everything else is forbidden, but what `more` allows.
 */
export const styleSheetPolicy = (styles: string, more: ReadonlyArray<string> = ["form-action 'none'"]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash("sha256", styles, "base64")}'`,
    ...more,
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
