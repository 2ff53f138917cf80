import { expect, it } from "vitest"
import { fileOutput } from "../../src/kit/invocation/fileOutput.ts"

/** A disk that takes so many bytes, at most seven at a time, and then is full. */
const disk = (room: number) => {
  let [held, left] = ["", room]
  const write = (_descriptor: number, bytes: Uint8Array, from: number): number => {
    if (left === 0) throw Object.assign(new Error("full"), { code: "ENOSPC" })
    const taken = Math.min(7, left, bytes.length - from)
    held += Buffer.from(bytes.subarray(from, from + taken)).toString("latin1")
    left -= taken
    return taken
  }
  return { write, held: () => held }
}

const written = (room: number, texts: ReadonlyArray<string>) => {
  const { held, write } = disk(room)
  const stream = fileOutput(1, write)
  return new Promise<{ readonly held: string; readonly failed: string | undefined }>((resolve) => {
    stream.on("error", ({ code }: NodeJS.ErrnoException) => resolve({ held: held(), failed: code }))
    stream.on("finish", () => resolve({ held: held(), failed: undefined }))
    for (const text of texts) stream.write(text)
    stream.end()
  })
}

it("a file gets all of every write, however little of it the disk takes at a time", async () => {
  expect(await written(100, ["one line of text\n", "", "another\n"]))
    .toEqual({ held: "one line of text\nanother\n", failed: undefined })
})

it("a disk that becomes full in the middle of the last write is a failure", async () => {
  expect(await written(20, ["one line of text\n", "another\n"]))
    .toEqual({ held: "one line of text\nano", failed: "ENOSPC" })
})

it("a file that takes nothing is a failure, instead of being tried for ever", async () => {
  const stream = fileOutput(1, () => 0)
  const failed = new Promise((resolve) => stream.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code)))
  stream.write("x")
  expect(await failed).toBe("EIO")
})
