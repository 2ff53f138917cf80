import { PassThrough, Readable, Writable } from "node:stream"
import type { Keep } from "../../src/kit/invocation/CommandIo.ts"
import { runAuspex } from "../../src/program/runAuspex.ts"

/** The exit code and the output of a call of the command line. */
export interface Called {
  readonly code: number
  readonly out: string
  readonly err: string
  /** The standard output parsed as JSON. */
  // oxlint-disable-next-line no-explicit-any
  readonly json: any
}

export interface CallSurroundings {
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  /** Emulates a terminal of this width. */
  readonly columns?: number
  /** Called with what is written to standard error, as it is written. */
  readonly onError?: (text: string) => void
  /** The same of standard output. */
  readonly onOutput?: (text: string) => void
  /** Keeps what a command opens for the next; see `keptServices`. */
  readonly keep?: Keep
  /** The system's name for the reason why standard output cannot be written, such as ENOSPC. */
  readonly outputFails?: string
}

/** A stream that takes everything before anybody reads it. */
const unread = () => new PassThrough({ highWaterMark: 2 ** 30 })

const failing = (code: string) =>
  new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) })

const collected = (
  columns: number | undefined
): PassThrough & { readonly isTTY?: boolean; readonly columns?: number } =>
  columns === undefined ? unread() : Object.assign(unread(), { isTTY: true, columns })

/** The stream to read from: one that gets the same, if somebody else listens to the first. */
const watching = (stream: PassThrough, listen: ((text: string) => void) | undefined): PassThrough => {
  if (listen === undefined) return stream
  stream.on("data", (chunk: Buffer) => listen(chunk.toString("utf8")))
  return stream.pipe(unread())
}

/** What has been written to the stream. Node 26 reads one write at a time, Node 20 all of them. */
export const textOf = (stream: PassThrough): string => {
  const chunks: Array<Buffer> = []
  for (let chunk: Buffer | null; (chunk = stream.read() as Buffer | null) !== null;) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}

/** Calls `auspex` in this process, with separate streams and environment. */
export const callAuspex = async (argv: ReadonlyArray<string>, surroundings: CallSurroundings = {}): Promise<Called> => {
  const stdout = collected(surroundings.columns)
  const stderr = collected(undefined)
  const [shown, watched] = [watching(stdout, surroundings.onOutput), watching(stderr, surroundings.onError)]
  const code = await runAuspex(argv, {
    stdin: Readable.from([surroundings.stdin ?? ""]),
    stdout: surroundings.outputFails === undefined ? stdout : failing(surroundings.outputFails),
    stderr,
    env: surroundings.env ?? {},
    ...(surroundings.keep === undefined ? {} : { keep: surroundings.keep })
  })
  const [out, err] = [textOf(shown), textOf(watched)]
  return {
    code,
    out,
    err,
    get json() {
      try {
        return JSON.parse(out)
      } catch (cause) {
        throw new Error(`${argv.join(" ")} ended with ${code} and wrote no JSON: ${out}${err}`, { cause })
      }
    }
  }
}

/** Calls `auspex doctor` with a full recount of `target`, on free ports. */
export const callDoctor = (...target: ReadonlyArray<string>): Promise<Called> =>
  callAuspex(["doctor", "--recount", ...target, "--port", "0", "--research-port", "0", "--output", "json"])
