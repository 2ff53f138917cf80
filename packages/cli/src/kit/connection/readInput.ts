import { Effect } from "effect"
import { readFile, stat } from "node:fs/promises"
import { WrongUsage } from "../invocation/CommandFailure.ts"
import type { CommandIo } from "../invocation/CommandIo.ts"

/** The maximum size of an input, in bytes. */
const inputBytesMax = 64 * 1_024 * 1_024

const tooLarge = (name: string) =>
  new WrongUsage({ message: `${name} is larger than ${inputBytesMax / 1_048_576} MiB` })

const readStream = async (stdin: CommandIo["stdin"]): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of stdin) {
    const buffer = Buffer.from(chunk)
    bytes += buffer.length
    if (bytes > inputBytesMax) throw tooLarge("standard input")
    chunks.push(buffer)
  }
  return Buffer.concat(chunks)
}

/** The text of a file, or of standard input for `-`. Input that is not UTF-8 is refused. */
export const readInput = (io: CommandIo, file: string): Effect.Effect<string, WrongUsage> => {
  const name = file === "-" ? "standard input" : file
  return Effect.tryPromise({
    try: async () => {
      if (file === "-") return readStream(io.stdin)
      if ((await stat(file)).size > inputBytesMax) throw tooLarge(name)
      return readFile(file)
    },
    catch: (cause) =>
      cause instanceof WrongUsage ? cause : new WrongUsage({ message: `${name} cannot be read: ${reasonOf(cause)}` })
  }).pipe(Effect.flatMap((bytes) =>
    Effect.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      catch: () => new WrongUsage({ message: `${name} is not UTF-8 text` })
    })
  ))
}

const reasonOf = (cause: unknown): string => {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === "ENOENT") return "there is no such file"
  if (code === "EISDIR") return "it is a directory"
  return code === "EACCES" ? "no permission" : message
}
