import { readFileSync } from "node:fs"
import { KeptDocument } from "../engine/KeptDocument.ts"
import type { PlainRoute } from "../engine/Route.ts"
import { iconPath, pageStylesPath, predictScriptPath } from "../kit/PageFrame.tsx"

/** The types of the files that pages load, by their paths. */
const files = [
  [pageStylesPath, "pages.css", "text/css; charset=utf-8"],
  [iconPath, "favicon.svg", "image/svg+xml"],
  [predictScriptPath, "../../dist/generated/browser/predict.js", "text/javascript; charset=utf-8"]
] as const

/** The files that pages load; the same bytes while the server runs. */
export const pageFileRoutes: ReadonlyArray<PlainRoute> = files.map(([path, name, contentType]) => {
  const file = new KeptDocument({ contentType, make: () => readFileSync(new URL(name, import.meta.url)) })
  return {
    method: "GET",
    path,
    policy: { access: "none", produces: [contentType] },
    handler: ({ headers }) => file.reply(headers)
  }
})
