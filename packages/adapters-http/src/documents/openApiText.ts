import type * as HttpApi from "@effect/platform/HttpApi"
import { existsSync, readFileSync } from "node:fs"
import { CoreApi } from "../apis/CoreApi.ts"
import { ResearchApi } from "../apis/ResearchApi.ts"
import { coreDocument, researchDocument } from "./apiDocuments.ts"
import { openApiDocument, type OpenApiOptions, serversOf } from "./openApiDocument.ts"
import { referencePage } from "./reference/ReferencePage.tsx"

/** An API's document, and the page made of it, which the build writes to files of these names in `dist/generated`. */
interface BuiltDocument {
  readonly file: string
  readonly page: string
  readonly api: HttpApi.HttpApi.Any
  readonly options: OpenApiOptions
}

export const builtDocuments: ReadonlyArray<BuiltDocument> = [
  { file: "openapi-core.json", page: "reference-core.html", api: CoreApi, options: coreDocument },
  { file: "openapi-research.json", page: "reference-research.html", api: ResearchApi, options: researchDocument }
]

/** Beside the compiled program, but not beside its sources, which tests run. */
const generated = new URL("../generated/", import.meta.url)

const serversText = (options: OpenApiOptions): string => `"servers":${JSON.stringify(serversOf(options))}`

const isSame = (one: OpenApiOptions, other: OpenApiOptions): boolean => {
  const { serverUrl: _, ...rest } = one
  return Object.entries(rest).every(([name, value]) => other[name as keyof OpenApiOptions] === value)
}

/** What the build has written for an API with these options. */
const builtText = (api: HttpApi.HttpApi.Any, options: OpenApiOptions, part: "file" | "page"): string | undefined => {
  const built = builtDocuments.find((one) => one.api === api && isSame(options, one.options))
  const file = built === undefined ? undefined : new URL(built[part], generated)
  return file !== undefined && existsSync(file) ? readFileSync(file, "utf8") : undefined
}

/**
 * The OpenAPI document of an API as JSON. Making that of the core API takes 0.7 s, in which nothing else would be
 * answered; so it is made at build time, and only the server's address is put in here.
 */
export const openApiText = (api: HttpApi.HttpApi.Any, options: OpenApiOptions): string => {
  const text = builtText(api, options, "file")
  if (text === undefined) return JSON.stringify(openApiDocument(api, options))
  const servers = serversText({ ...options, serverUrl: undefined })
  if (!text.includes(servers)) throw new Error("The built OpenAPI document names no servers; run the build again.")
  return text.replace(servers, () => serversText(options))
}

/** The API reference as a page, which takes the build a further 0.3 s. It names no address of the server. */
export const referenceText = (api: HttpApi.HttpApi.Any, options: OpenApiOptions): string =>
  builtText(api, options, "page") ?? referencePage(openApiDocument(api, options), options)
