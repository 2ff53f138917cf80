import { existsSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("../bin/auspex.js", import.meta.url))

/** The command as people run it, from what is built: a process of the sources would translate all of them first. */
export const builtProgram = (): string => {
  if (!existsSync(path.join(path.dirname(program), "../dist/main.js")))
    throw new Error("packages/cli is not built: npx tsc -b packages/cli")
  return program
}
