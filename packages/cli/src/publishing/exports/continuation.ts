import type { ExportWriter } from "@auspex/domain/exports"
import { Chunk, Effect, Stream } from "effect"

/**
 * The bytes to append to a document that has rows already, from a document with the rows after them: all but its head,
 * with the separator of rows in front of the first.
 */
export const continuation = <E>(
  { head, separator, tail }: Pick<ExportWriter, "head" | "separator" | "tail">,
  document: Stream.Stream<Buffer, E>
): Stream.Stream<Buffer, E> =>
  Stream.suspend(() => {
    let waiting: Buffer | undefined = Buffer.alloc(0)
    // One byte more than the head tells whether a row or the tail comes next.
    const needed = Buffer.byteLength(head) + (separator === "" ? 0 : 1)
    const afterHead = (bytes: Buffer): Buffer => {
      const rest = bytes.subarray(Buffer.byteLength(head))
      return separator === "" || rest.length === 0 || rest[0] === tail.charCodeAt(0)
        ? rest
        : Buffer.concat([Buffer.from(separator), rest])
    }
    const next = (bytes: Buffer): Chunk.Chunk<Buffer> => {
      if (waiting === undefined) return Chunk.of(bytes)
      waiting = Buffer.concat([waiting, bytes])
      if (waiting.length < needed) return Chunk.empty()
      const first = afterHead(waiting)
      waiting = undefined
      return Chunk.of(first)
    }
    return Stream.filter(
      Stream.concat(
        Stream.mapConcatChunk(document, next),
        Stream.fromEffect(Effect.sync(() => waiting === undefined ? Buffer.alloc(0) : afterHead(waiting)))
      ),
      (bytes) => bytes.length > 0
    )
  })
