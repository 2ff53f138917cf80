// node scripts/lock.mjs: completes package-lock.json after an install from a registry that lacks the binaries of some
// platforms. npm then silently leaves those optional packages out of the lock file, and `npm ci` refuses it on every
// machine. The added entries contain what the depending package requests; npm looks up the rest on the platform that
// needs it. `--check` only reports what is missing.
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const oses = {
  aix: 1,
  android: 1,
  darwin: 1,
  freebsd: 1,
  linux: 1,
  netbsd: 1,
  openbsd: 1,
  openharmony: 1,
  sunos: 1,
  win32: 1,
  windows: "win32"
}
const cpus = {
  arm: 1,
  arm64: 1,
  armv7: "arm",
  ia32: 1,
  loong64: 1,
  mips64el: 1,
  ppc64: 1,
  ppc64le: "ppc64",
  riscv64: 1,
  s390x: 1,
  wasm32: 1,
  x64: 1
}
const libcs = { glibc: 1, gnu: "glibc", gnueabihf: "glibc", musl: 1, musleabihf: "musl" }

/** The platform in the last words of a package's name: `core-linux-arm64-musl` is for linux, arm64 and musl. */
const platformOf = (name) => {
  const words = name.split(/[/-]/)
  const pick = (table) => {
    const word = words.find((candidate) => Object.hasOwn(table, candidate))
    return word === undefined ? undefined : [table[word] === 1 ? word : table[word]]
  }
  const [os, cpu] = [pick(oses), pick(cpus)]
  // Outside Linux, `gnu` names the compiler and not the C library.
  const libc = os?.[0] === "linux" ? pick(libcs) : undefined
  return { cpu, libc, os }
}

/** Every place where Node looks for `name` from inside the package at `path`. */
const placesOf = (path, name) => {
  const places = [`${path}/node_modules/${name}`]
  for (let at = path.lastIndexOf("/node_modules/"); at > 0; at = path.lastIndexOf("/node_modules/", at - 1)) {
    places.push(`${path.slice(0, at)}/node_modules/${name}`)
  }
  return [...places, `node_modules/${name}`]
}

/**
 * The entries that a lock file lacks: optional packages that its packages name.
 * @param {{ packages: Record<string, any> }} lock
 * @returns {Record<string, object>}
 */
export const missingEntries = ({ packages }) =>
  Object.fromEntries(
    Object.entries(packages).flatMap(([path, entry]) =>
      Object.entries(entry.optionalDependencies ?? {})
        .filter(([name]) => !placesOf(path, name).some((place) => Object.hasOwn(packages, place)))
        .map(([name, version]) => {
          const { cpu, libc, os } = platformOf(name)
          const dev = entry.dev ? { dev: true } : {}
          return [
            `node_modules/${name}`,
            // In npm's order; a stray undefined is not written.
            { version, cpu, ...dev, libc, optional: true, os }
          ]
        })
    )
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = new URL("../package-lock.json", import.meta.url)
  const lock = JSON.parse(readFileSync(path, "utf8"))
  const missing = missingEntries(lock)
  for (const [name, { cpu, libc, os, version }] of Object.entries(missing)) {
    console.log(`${name}@${version} ${[os, cpu, libc].flat().filter(Boolean).join(" ")}`)
  }
  if (process.argv.includes("--check")) process.exitCode = Object.keys(missing).length > 0 ? 1 : 0
  else if (Object.keys(missing).length > 0) {
    const packages = { ...lock.packages, ...missing }
    const sorted = Object.fromEntries(
      Object.keys(packages).sort((a, b) => a.localeCompare(b, "en")).map((key) => [key, packages[key]])
    )
    writeFileSync(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)
  }
}
