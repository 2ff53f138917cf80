import type * as HttpApi from "@effect/platform/HttpApi"
import { existsSync, readFileSync } from "node:fs"
import { CoreApi } from "../apis/CoreApi.ts"
import { ResearchApi } from "../apis/ResearchApi.ts"
import { coreDocument, researchDocument } from "./apiDocuments.ts"
import { openApiDocument, type OpenApiOptions, serversOf } from "./openApiDocument.ts"

/** An API's document, which the build writes to a file of this name in `dist/generated`. */
interface BuiltDocument {
  readonly file: string
  readonly api: HttpApi.HttpApi.Any
  readonly options: OpenApiOptions
}

export const builtDocuments: ReadonlyArray<BuiltDocument> = [
  { file: "openapi-core.json", api: CoreApi, options: coreDocument },
  { file: "openapi-research.json", api: ResearchApi, options: researchDocument }
]

/** Beside the compiled program, but not beside its sources, which tests run. */
const generated = new URL("../generated/", import.meta.url)

const serversText = (options: OpenApiOptions): string => `"servers":${JSON.stringify(serversOf(options))}`

const isSame = (one: OpenApiOptions, other: OpenApiOptions): boolean => {
  const { serverUrl: _, ...rest } = one
  return Object.entries(rest).every(([name, value]) => other[name as keyof OpenApiOptions] === value)
}

/**
 * The OpenAPI document of an API as JSON. Making that of the core API takes 0.7 s, in which nothing else would be
 * answered; so it is made at build time, and only the server's address is put in here.
 */
export const openApiText = (api: HttpApi.HttpApi.Any, options: OpenApiOptions): string => {
  const built = builtDocuments.find((one) => one.api === api && isSame(options, one.options))
  const file = built === undefined ? undefined : new URL(built.file, generated)
  if (built === undefined || file === undefined || !existsSync(file)) {
    return JSON.stringify(openApiDocument(api, options))
  }
  const text = readFileSync(file, "utf8")
  const servers = serversText(built.options)
  if (!text.includes(servers)) throw new Error(`${built.file} names no servers; run the build again.`)
  return text.replace(servers, () => serversText(options))
}
