import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Recorded } from "./exampleRecorder.ts"
import type { Operation } from "./operations.ts"

/** Writes the examples of an API, with public addresses in place of those of the test. */
export const storeExamples = (
  name: string,
  operations: ReadonlyArray<Operation>,
  examples: Recorded,
  addresses: Readonly<Record<string, string>>
): void => {
  const missing = operations.map(({ id }) => id).filter((id) => examples[id.replace(".", "_")] === undefined)
  if (missing.length > 0) throw new Error(`nothing was recorded of ${missing.join(", ")}`)
  const written = JSON.stringify(examples, undefined, 1)
  const text = Object.entries(addresses).reduce((text, [own, shown]) => text.replaceAll(own, shown), written)
  const file = new URL(`../../../adapters-http/src/documents/${name}`, import.meta.url)
  writeFileSync(fileURLToPath(file), `${text}\n`)
  process.stdout.write(`${name}: ${operations.length} operations, ${text.length} characters\n`)
}
