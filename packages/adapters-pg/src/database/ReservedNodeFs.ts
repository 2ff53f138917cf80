import type { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import { releaseReserve } from "./DiskReserve.ts"

type EmscriptenOptions = Parameters<NodeFS["init"]>[1]

/** Emscripten's errno for ENOSPC. */
const noSpace = 51

/** Wraps a file operation: when it finds the disk full and the reserve can be released, runs it once more. */
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

// The internals of Emscripten's file system that this needs beyond PGlite's types (PGlite 0.5.14); the disk test checks
// them.
interface Mounted {
  readonly FS: {
    readonly filesystems: { readonly NODEFS: { readonly stream_ops: Operations; readonly node_ops: Operations } }
  }
}

const allocatingOperations = { stream_ops: ["open", "write"], node_ops: ["mknod", "setattr"] } as const

/**
 * Postgres's files in a folder, with a reserve: when the disk is full, the space of `<dataDir>/reserve` is released for
 * Postgres. Without the next segment of its log Postgres would retry forever, and nothing could stop it.
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
        for (const name of allocatingOperations[kind]) {
          NODEFS[kind][name] = retriedWithReserve(NODEFS[kind][name]!, () => releaseReserve(this.#dataDir))
        }
      }
    }
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [reserve, ...emscriptenOpts.preRun ?? []] as never }
    }
  }
}
