import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd } from "../faults/auspexProcess.ts"
import { callAuspex } from "./callAuspex.ts"

let folder: string
const inside = (name: string): string => path.join(folder, name)
const made = (name: string): string => {
  mkdirSync(inside(name), { mode: 0o700 })
  return inside(name)
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "auspex-directories-"))
  writeFileSync(inside("file"), "")
  symlinkSync("loop", inside("loop"))
  symlinkSync("/nowhere/at/all", inside("dangling"))
  writeFileSync(inside("questions.json"), "[]")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Directories that nobody can use, not even root, with the reason. */
const unusable: ReadonlyArray<readonly [string, () => string, RegExp]> = [
  ["a new directory in /proc", () => "/proc/auspex", /does not exist and cannot be made/],
  ["a new directory below a process", () => "/proc/1/auspex/data", /does not exist and cannot be made|may not write/],
  ["a new directory in /sys", () => "/sys/auspex", /this user may not write there/],
  ["a device", () => "/dev/null", /it is a file/],
  ["a device that is full", () => "/dev/full", /it is a file/],
  ["a file", () => inside("file"), /it is a file/],
  ["a directory under a file", () => inside("file/data"), /part of the path is a file/],
  ["a circle of symbolic links", () => inside("loop"), /goes round in symbolic links/],
  ["a directory under such a circle", () => inside("loop/data"), /goes round in symbolic links/],
  ["a symbolic link that leads nowhere", () => inside("dangling"), /does not exist and cannot be made/],
  ["a directory under such a link", () => inside("dangling/data"), /does not exist and cannot be made/],
  ["a name that is too long", () => inside("x".repeat(300)), /its path is too long/],
  ["a path that is too long", () => inside("directory/".repeat(500)), /its path is too long/]
]

describe("a data directory that cannot be used", () => {
  it.each(unusable)("is refused by name: %s", async (_, directoryOf, reason) => {
    const directory = directoryOf()
    const migrated = await callAuspex(["migrate", "--data-dir", directory])
    expect([migrated.code, migrated.err]).toEqual([5, expect.stringMatching(reason)])
    expect(migrated.err).toContain(path.resolve(directory))
    // It needs a database, so that it may also say that there is none.
    const imported = await callAuspex(["questions", "import", inside("questions.json"), "--data-dir", directory])
    expect([imported.code, imported.err]).toEqual([5, expect.stringContaining(path.resolve(directory))])
  })

  it.each(unusable)("fails the check of auspex doctor, which ends with the others: %s", async (_, directoryOf) => {
    const { code, json } = await callAuspex(
      ["doctor", "--data-dir", directoryOf(), "--port", "0", "--research-port", "0", "--output", "json"]
    )
    expect(code).toBe(1)
    const failed = json.checks.filter(({ status }: { status: string }) => status === "fail")
    expect(failed).toMatchObject([
      { name: "data directory", message: expect.stringContaining(path.resolve(directoryOf())) as string }
    ])
  })

  it("ends a server at once, with its name", async () => {
    const served = (directory: string) => runToEnd(["--data-dir", directory])
    const [proc, link, file] = await Promise.all([
      served("/proc/auspex"),
      served(inside("dangling")),
      served(inside("file"))
    ])
    expect([proc.code, proc.stderr]).toEqual([5, expect.stringContaining("The data directory /proc/auspex")])
    expect([link.code, link.stderr]).toEqual([5, expect.stringContaining(inside("dangling"))])
    expect([file.code, file.stderr]).toEqual([5, expect.stringContaining(inside("file"))])
  })

  it("is not made of a flag without a value, which would be the working directory", async () => {
    for (const argv of [["migrate"], ["questions", "list"], ["questions", "import", inside("questions.json")]]) {
      const { code, err } = await callAuspex([...argv, "--data-dir", ""])
      expect([code, err]).toEqual([2, expect.stringContaining("--data-dir: must name a directory")])
    }
    const doctor = await callAuspex(["doctor", "--data-dir", ""])
    expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining("must name a directory")])
  })
})

describe("a data directory part of which cannot be used", () => {
  const fifo = (file: string): void => {
    expect(spawnSync("mkfifo", [file]).status).toBe(0)
  }
  const parts: ReadonlyArray<readonly [string, string, (file: string) => void, RegExp]> = [
    ["a secret key that is a directory", "secret.key", (file) => mkdirSync(file), /it is a directory/],
    ["a secret key that is a pipe", "secret.key", fifo, /it is a device, a pipe or a socket/],
    ["a secret key that never ends", "secret.key", (file) => symlinkSync("/dev/zero", file), /it is a device/],
    ["a secret key that leads nowhere", "secret.key", (file) => symlinkSync("/nowhere", file), /cannot be made/],
    ["a secret key in a circle", "secret.key", (file) => symlinkSync(file, file), /symbolic links/],
    ["mails in a file", "mail", (file) => writeFileSync(file, ""), /it is a file/],
    ["mails in a circle", "mail", (file) => symlinkSync(file, file), /symbolic links/],
    ["mails in /proc", "mail", (file) => symlinkSync("/proc", file), /does not exist and cannot be made/]
  ]

  it.each(parts)("does not start a server: %s", async (what, name, spoil, reason) => {
    const directory = made(what.replaceAll("/", ""))
    const part = path.join(directory, name)
    spoil(part)
    const { code, stderr } = await runToEnd(["--data-dir", directory], { AUSPEX_SECRET_KEY: "" })
    expect([code, stderr]).toEqual([5, expect.stringMatching(reason)])
    expect(stderr).toContain(part)
    // Nothing was begun that the next start would find.
    expect(existsSync(path.join(directory, "pg"))).toBe(false)
    const { json } = await callAuspex(
      ["doctor", "--data-dir", directory, "--port", "0", "--research-port", "0", "--output", "json"]
    )
    expect(json.checks.filter(({ status }: { status: string }) => status === "fail")).toMatchObject([
      { message: expect.stringContaining(part) as string }
    ])
  })

  it("is not waited for when the lock is a pipe", async () => {
    const directory = made("lock")
    fifo(path.join(directory, "auspex.lock"))
    for (const argv of [["migrate"], ["questions", "list"], ["status"]]) {
      const { code, err } = await callAuspex([...argv, "--data-dir", directory])
      expect([code, err]).toEqual([5, expect.stringContaining("auspex.lock: it is a device, a pipe or a socket")])
    }
  })
})
