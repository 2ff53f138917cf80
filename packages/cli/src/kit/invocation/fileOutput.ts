import * as fs from "node:fs"
import { Writable } from "node:stream"

/**
 * A stream that writes to an open file. Node's own stream of a file takes a write for done of which a disk that has just
 * become full took only the beginning.
 */
export const fileOutput = (
  descriptor: number,
  write: (descriptor: number, bytes: Uint8Array, from: number) => number = fs.writeSync
): Writable =>
  new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      try {
        for (let from = 0; from < chunk.length;) {
          const taken = write(descriptor, chunk, from)
          if (taken === 0) throw Object.assign(new Error("the file accepts no data"), { code: "EIO" })
          from += taken
        }
        done()
      } catch (error) {
        done(error as Error)
      }
    }
  })

/** Whether Node would write to it as to a file: not to a terminal, a pipe or a socket. */
export const isFileOutput = (descriptor: number): boolean => {
  const found = fs.fstatSync(descriptor)
  return found.isFile() || found.isBlockDevice()
}
