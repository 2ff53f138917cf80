import type { Access } from "../../wire/Access.ts"
import type { Json } from "../openApiSchemas.ts"
import { requirements } from "../openApiDocument.ts"
import type { ExampleCredential } from "./requestExamples.ts"

/** The access of an operation, from its security requirements in the document. */
export const accessOf = (security: ReadonlyArray<Json>): Access => {
  const written = JSON.stringify(security)
  const found = Object.entries(requirements).find(([, one]) => JSON.stringify(one) === written)
  if (found === undefined) throw new Error(`No access has the security requirements ${written}`)
  return found[0] as Access
}

/** What an operation needs, in words. */
export const accessInWords: Readonly<Record<Access, string>> = {
  none: "Needs no credential",
  optional: "Needs no credential, and takes one into account",
  key: "Needs an agent key or a human token",
  human: "Needs a human token",
  admin: "Needs an admin key",
  manager: "Needs a human token or an admin key",
  workspace: "Needs a workspace key"
}

const bearer = (name: string): ExampleCredential => ({ header: "Authorization", prefix: "Bearer ", name })

/** The credential that examples send. */
export const exampleCredential: Readonly<Record<Access, ExampleCredential | undefined>> = {
  none: undefined,
  optional: undefined,
  key: { header: "X-API-Key", prefix: "", name: "key" },
  human: bearer("token"),
  admin: { header: "X-Admin-Key", prefix: "", name: "admin_key" },
  manager: bearer("token"),
  workspace: bearer("key")
}
