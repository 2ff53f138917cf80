import { chmodSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import path from "node:path"
import { callAuspex } from "../commands/callAuspex.ts"

// The arguments go over the socket, one after the other with a zero byte between them. The output comes back in files,
// because a shell cannot keep the two streams of one answer apart; the answer itself is the exit code.
const script = (socket: string): string =>
  `#!/bin/sh
call=$(mktemp)
code=$(printf '%s\\0' "$call" "$@" | curl -sS --fail --unix-socket '${socket}' --data-binary @- http://auspex/)
cat "$call.out"
cat "$call.err" >&2
exit "$code"
`

/**
 * Puts a command `auspex` into `folder`, for shells that run what a document says. This process executes its calls, in
 * that folder: a process for each would load the whole program again. It reads nothing from standard input.
 */
export const residentAuspex = async (
  folder: string,
  env: () => Readonly<Record<string, string>>
): Promise<{ readonly stop: () => Promise<void> }> => {
  const before = process.cwd()
  process.chdir(folder)
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const [call = "", ...argv] = Buffer.concat(chunks).toString("utf8").split("\0").slice(0, -1)
      void callAuspex(argv, { env: env() }).then(({ code, err, out }) => {
        writeFileSync(`${call}.out`, out)
        writeFileSync(`${call}.err`, err)
        response.end(String(code))
      })
    })
  })
  const socket = path.join(folder, "auspex.socket")
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  writeFileSync(path.join(folder, "auspex"), script(socket))
  chmodSync(path.join(folder, "auspex"), 0o755)
  return {
    stop: async () => {
      process.chdir(before)
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
