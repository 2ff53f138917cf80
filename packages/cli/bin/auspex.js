#!/usr/bin/env node
// What `npm run build` has put into few files, unless a later `tsc -b` has left it behind.
import { statSync } from "node:fs"

const builtAt = (path) => statSync(new URL(path, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0
const bundle = "../dist/generated/auspex.js"
const packages = ["cli", "adapters-bridge", "adapters-http", "adapters-pg", "domain", "testkit"]
const compiledAt = Math.max(...packages.map((name) => builtAt(`../../${name}/dist/.tsbuildinfo`)))
if (builtAt(bundle) > compiledAt) {
  // So that a stack names the sources.
  process.setSourceMapsEnabled(true)
  await import(bundle)
} else {
  await import("../dist/main.js")
}
