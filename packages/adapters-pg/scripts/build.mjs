// Makes the migrated database directory that a first start on the embedded database copies.
import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const dist = fileURLToPath(new URL("../dist/generated/", import.meta.url))
const { packMigratedDirectory, prebuiltDirectoryFile } = await import("../dist/database/index.js")
const target = prebuiltDirectoryFile()

fs.mkdirSync(dist, { recursive: true })
if (!fs.existsSync(target)) {
  for (const file of fs.readdirSync(dist)) {
    if (file.startsWith("pglite-datadir-")) fs.rmSync(path.join(dist, file))
  }
  const started = Date.now()
  const bytes = await packMigratedDirectory()
  const partial = `${target}.${process.pid}.partial`
  fs.writeFileSync(partial, bytes)
  fs.renameSync(partial, target)
  console.log(`made ${path.basename(target)} (${Math.round(bytes.length / 1024)} kB) in ${Date.now() - started} ms`)
}
