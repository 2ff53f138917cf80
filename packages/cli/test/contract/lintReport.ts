import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"

// Examples that do not match their schemas are errors here; the recommended rules only warn about them.
const redoclyRules = `extends: [recommended]
telemetry: off
rules:
  no-invalid-media-type-examples: { severity: error, allowAdditionalProperties: true }
  no-invalid-parameter-examples: error
  no-unused-components: error
  operation-operationId: error
  operation-operationId-unique: error
  operation-operationId-url-safe: error
  operation-description: error
  operation-4xx-response: error
  tag-description: error
`

/** What redocly says of a document. */
export const lintReport = async (document: string): Promise<string> => {
  const folder = mkdtempSync(path.join(tmpdir(), "auspex-openapi-"))
  try {
    writeFileSync(path.join(folder, "openapi.json"), document)
    writeFileSync(path.join(folder, "redocly.yaml"), redoclyRules)
    const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json")
    const bin = path.join(path.dirname(manifest), "bin", "cli.js")
    const { stderr, stdout } = await promisify(execFile)(process.execPath, [bin, "lint", "openapi.json"], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
    }).catch((error: { readonly stdout: string; readonly stderr: string }) => error)
    return `${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}
