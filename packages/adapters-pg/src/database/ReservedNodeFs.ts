import type { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import { releaseReserve } from "./DiskReserve.ts"

type EmscriptenOptions = Parameters<NodeFS["init"]>[1]

/** Emscripten's number for ENOSPC. */
const noSpace = 51

/** A file operation that is done again, once, when it found the disk full and the reserve could be given up. */
export const retriedWithReserve = <Args extends ReadonlyArray<unknown>, A>(
  operation: (...args: Args) => A,
  release: () => boolean
): (...args: Args) => A =>
(...args) => {
  try {
    return operation(...args)
  } catch (error) {
    if ((error as { readonly errno?: unknown }).errno !== noSpace || !release()) throw error
    return operation(...args)
  }
}

type Operations = Record<string, (...args: Array<unknown>) => unknown>

// What this needs of Emscripten's file system beyond PGlite's types (PGlite 0.5.14); checked by the disk test.
interface Mounted {
  readonly FS: {
    readonly filesystems: { readonly NODEFS: { readonly stream_ops: Operations; readonly node_ops: Operations } }
  }
}

const takingSpace = { stream_ops: ["open", "write"], node_ops: ["mknod", "setattr"] } as const

/**
 * Postgres's files in a folder, with a reserve: when the disk is full, the space that `<dataDir>/reserve` takes up is given
 * to Postgres. It cannot go on without the next segment of its log: it would try for ever, and nothing could stop it.
 */
export class ReservedNodeFs extends NodeFS {
  readonly #dataDir: string

  constructor(folder: string, dataDir: string) {
    super(folder)
    this.#dataDir = dataDir
  }

  override async init(pg: PGlite, options: EmscriptenOptions): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options)
    const reserve = (module: unknown): void => {
      const { NODEFS } = (module as Mounted).FS.filesystems
      for (const kind of ["stream_ops", "node_ops"] as const) {
        for (const name of takingSpace[kind]) {
          NODEFS[kind][name] = retriedWithReserve(NODEFS[kind][name]!, () => releaseReserve(this.#dataDir))
        }
      }
    }
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [reserve, ...emscriptenOpts.preRun ?? []] as never }
    }
  }
}
