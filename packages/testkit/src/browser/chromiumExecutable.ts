import { randomBytes } from "node:crypto"
import { createReadStream, createWriteStream, existsSync } from "node:fs"
import { mkdir, rename } from "node:fs/promises"
import { createRequire } from "node:module"
import * as path from "node:path"
import { pipeline } from "node:stream/promises"
import { createBrotliDecompress } from "node:zlib"

/** The compressed program in the npm package, which has one for Linux on x64 only. */
const packed = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "../../bin/chromium.br")

/** A folder that the next install of packages removes. */
const cacheOf = (file: string): string =>
  path.join(
    file.slice(0, file.lastIndexOf(`${path.sep}node_modules${path.sep}`)),
    "node_modules/.cache/auspex/chromium"
  )

/**
 * The path of a Chromium: the executable that `AUSPEX_TEST_CHROMIUM` names, else the executable of the npm package
 * `@sparticuz/chromium`, which is unpacked once. Fails on machines for which the package has no program.
 */
export const chromiumExecutable = async (): Promise<string> => {
  const named = process.env["AUSPEX_TEST_CHROMIUM"]
  if (named !== undefined) return named
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      `There is no packaged Chromium for ${process.platform} ${process.arch}: set AUSPEX_TEST_CHROMIUM to the path of one`
    )
  }
  const source = packed()
  const folder = cacheOf(source)
  const executable = path.join(folder, "chromium")
  if (existsSync(executable)) return executable
  await mkdir(folder, { recursive: true })
  // Renamed when it is complete, because other processes may look for it meanwhile.
  const part = `${executable}-${randomBytes(4).toString("hex")}`
  await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(part, { mode: 0o755 }))
  await rename(part, executable)
  return executable
}
