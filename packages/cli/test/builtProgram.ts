import { existsSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("../bin/auspex.js", import.meta.url))

/** The built program that users run; running the sources would first transpile all of them. */
export const builtProgram = (): string => {
  if (!existsSync(path.join(path.dirname(program), "../dist/main.js")))
    throw new Error("packages/cli is not built: npx tsc -b packages/cli")
  return program
}
