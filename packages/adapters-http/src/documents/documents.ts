import type * as HttpApi from "@effect/platform/HttpApi"
import { noContentPolicy } from "../engine/headers.ts"
import { jsonType } from "../engine/HttpAnswer.ts"
import { KeptDocument, type KeptDocumentOptions } from "../engine/KeptDocument.ts"
import type { PlainRoute } from "../engine/Route.ts"
import { campaignSchema } from "./campaignSchema.ts"
import { llmsText } from "./llmsText.ts"
import type { OpenApiOptions } from "./openApiDocument.ts"
import { openApiText, referenceText } from "./openApiText.ts"
import { skillText } from "./skillText.ts"

const access = { access: "none" } as const

const kept = (path: string, options: KeptDocumentOptions): PlainRoute => {
  const document = new KeptDocument(options)
  return { method: "GET", path, policy: access, handler: ({ headers }) => document.reply(headers) }
}

const text = (
  path: string,
  contentType: string,
  make: () => string,
  headers: Readonly<Record<string, string>> = {}
): PlainRoute => kept(path, { contentType, make, headers })

/** `/openapi.json`, and `/docs` with the same as a page, derived from the contract. */
export const documentRoutes = (api: HttpApi.HttpApi.Any, options: OpenApiOptions): ReadonlyArray<PlainRoute> => [
  text("/openapi.json", jsonType, () => openApiText(api, options), { "Content-Security-Policy": noContentPolicy }),
  text("/docs", "text/html; charset=utf-8", () => referenceText(api, options))
]

/** What only the core API serves: `/llms.txt`, `/skill.md` and the JSON Schema of campaign files. */
export const coreTextRoutes = (api: HttpApi.HttpApi.Any, options: OpenApiOptions): ReadonlyArray<PlainRoute> => [
  text("/llms.txt", "text/plain; charset=utf-8", () => llmsText(api, options)),
  text(
    "/schemas/campaign.json",
    "application/schema+json; charset=utf-8",
    () => JSON.stringify(campaignSchema(), null, 2)
  ),
  text("/skill.md", "text/markdown; charset=utf-8", () => skillText(options))
]
