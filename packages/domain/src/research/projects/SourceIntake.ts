import { Cause, Context, Effect, Layer } from "effect"
import { PageReader } from "../evidence/PageReader.ts"
import { rejection, type SourceReading, type SourceRejection } from "../evidence/SourceReading.ts"
import { compareVersions, passageHash } from "../evidence/VersionChange.ts"
import { Secrets } from "../../platform/identity/Secrets.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { Retrieval } from "../retrieval/Retrieval.ts"
import { ProjectStore } from "./ProjectStore.ts"
import { type SourceAction, sourceMoveOrDie } from "./SourceMove.ts"
import { type ClaimedSource, type SourceStanding, SourceStore } from "./SourceStore.ts"

/** A claimed source is queued: its lock says so. */
const moveBy = (action: SourceAction) => sourceMoveOrDie("queued", action, "worker")

/** How long a worker may take to read a source, including the wait while other workers read from the same host. */
const claimSeconds = 180

/** The pauses after temporary failures to fetch a page, in seconds. After one more failure the page is rejected. */
export const fetchRetrySeconds: ReadonlyArray<number> = [15, 120]

/** The outcome for a page whose reading meets a bug. It is temporary, because a later version may read the page. */
const defective: SourceRejection = {
  ...rejection("unreadable", "This service failed to read the page at every attempt."),
  is_temporary: true
}

/** Reads the pages of queued sources into the evidence of their projects. */
export class SourceIntake extends Context.Tag("auspex/SourceIntake")<SourceIntake, {
  /**
   * Reads the source that has been due longest, and stores its content or the reason of its rejection, so that its
   * passages can be found. A page that has changed becomes a new version. A source that cannot be fetched at the
   * moment is tried again, and so is a source whose reading meets a defect, which is logged. Returns whether a source
   * was due. Several workers share the work. `holder` is the unique name of this worker.
   */
  readonly readNext: (holder: string) => Effect.Effect<boolean, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    SourceIntake,
    never,
    PageReader | ProjectStore | Retrieval | Secrets | SourceStore | UnitOfWork
  > = Layer.effect(
    SourceIntake,
    Effect.gen(function*() {
      const services: Services = {
        digestOf: (yield* Secrets).digestOf,
        projects: yield* ProjectStore,
        reader: yield* PageReader,
        retrieval: yield* Retrieval,
        store: yield* SourceStore,
        unit: yield* UnitOfWork
      }
      return SourceIntake.of({
        readNext: (holder) =>
          Effect.gen(function*() {
            const source = yield* services.store.claim(holder, claimSeconds)
            if (source === undefined) return false
            yield* readSource(services, source, holder)
            return true
          })
      })
    })
  )
}

interface Services {
  readonly digestOf: Secrets["Type"]["digestOf"]
  readonly projects: ProjectStore["Type"]
  readonly reader: PageReader["Type"]
  readonly retrieval: Retrieval["Type"]
  readonly store: SourceStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const readSource = (services: Services, source: ClaimedSource, holder: string) =>
  Effect.flatMap(services.reader.read(source.uri), (outcome) => keep(services, source, holder, outcome)).pipe(
    // Without this, a page that causes a defect would be claimed and read again for ever.
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(
        Effect.logError(`Reading the source ${source.id} failed`, Cause.die(defect)),
        keep(services, source, holder, defective)
      )
    )
  )

/** Stores the outcome, unless another worker has claimed the source meanwhile. */
const keep = (
  services: Services,
  source: ClaimedSource,
  holder: string,
  outcome: SourceReading | SourceRejection
): Effect.Effect<void, StorageUnavailable> => {
  const { digestOf, projects, store, unit } = services
  const read = outcome.status === "ready"
    ? { ...outcome, content_hash: passageHash(outcome.text, digestOf) }
    : outcome
  return unit.transact(Effect.gen(function*() {
    // One source of a project at a time, so that two sources with the same text see each other.
    yield* projects.lock(source.project_id)
    const standing = yield* store.lockClaim(source, holder, read.status === "ready" ? read.content_hash : null)
    if (standing === undefined) return
    yield* read.status === "ready" ? accept(services, source, standing, read) : reject(services, source, read)
  })).pipe(
    Effect.catchTag(
      "Refusal",
      (refusal) => Effect.dieMessage(`the passages of a source cannot be searched: ${refusal.message}`)
    )
  )
}

const reject = (
  { store }: Services,
  source: ClaimedSource,
  { detail, is_temporary, reason }: SourceRejection
) => {
  const pause = is_temporary ? fetchRetrySeconds[source.attempts] : undefined
  // A source that was read before keeps its passages, because reasonings may cite them.
  return pause === undefined
    ? Effect.flatMap(
      moveBy("reject"),
      (move) => store.reject(source.id, move, { reason, detail, duplicate_of: null })
    )
    : Effect.flatMap(moveBy("retry"), (move) => store.retry(source.id, move, pause))
}

const accept = (
  services: Services,
  source: ClaimedSource,
  { newest, twin }: SourceStanding,
  reading: SourceReading & { readonly content_hash: string }
) =>
  Effect.gen(function*() {
    const { retrieval, store } = services
    const { id, workspace_id } = source
    if (newest?.content_hash === reading.content_hash) {
      return yield* store.confirm(id, yield* moveBy("accept"), reading.left_out ?? null)
    }
    const before = newest === undefined ? [] : yield* store.passagesOf(newest.id)
    yield* retrieval.remove(workspace_id, before.map((passage) => passage.id))
    if (twin !== undefined) {
      return yield* store.reject(id, yield* moveBy("reject"), {
        reason: "duplicate",
        detail: "The project has a source with the same text.",
        duplicate_of: twin
      })
    }
    yield* addVersion(services, source, newest === undefined ? undefined : before, reading)
  })

/** Adds a version, whose passages can be searched from then on. `before` are the passages of the version before it. */
const addVersion = (
  { digestOf, retrieval, store }: Services,
  { id, project_id, workspace_id }: ClaimedSource,
  before: Parameters<typeof compareVersions>[0] | undefined,
  reading: SourceReading & { readonly content_hash: string }
) =>
  Effect.gen(function*() {
    const passages = reading.passages.map((passage) => ({ ...passage, hash: passageHash(passage.text, digestOf) }))
    const added = yield* store.addVersion(id, yield* moveBy("accept"), {
      ...reading,
      detail: reading.left_out ?? null,
      passages,
      change: before === undefined ? null : compareVersions(before, passages)
    })
    yield* retrieval.put(
      workspace_id,
      passages.map(({ text }, at) => ({
        id: added.passages[at]!,
        project_id,
        kind: "passage",
        source_id: id,
        at: added.retrieved_at,
        title: added.title,
        text
      }))
    )
  })
