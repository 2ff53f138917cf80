import { Chunk, Duration, Effect, Either, Encoding, Layer, Stream } from "effect"
import { Secrets } from "../../platform/identity/Secrets.ts"
import { LlmConfigStore } from "../../platform/inference/LlmConfigStore.ts"
import { ModelProviders } from "../../platform/inference/ModelProviders.ts"
import { ModelSources, type PoolModel } from "../../platform/inference/ModelSource.ts"
import { briefData, briefSystemPrompt, dayData, daySystemPrompt } from "./briefPrompt.ts"
import { withoutThoughts } from "../../platform/inference/withoutThoughts.ts"
import { BriefTextStore } from "./BriefTextStore.ts"
import { type BriefMaterial, BriefWriter, briefSteps, extractiveDay } from "./BriefWriter.ts"
import { readBriefText, readDaySummary } from "./readWrittenText.ts"
import { inSlices } from "./WorkSteps.ts"

/** How long a model may take to write, and how much it may write, in characters; thoughts do not count. */
const writingMillisMax = 30_000
const answerLengthMax = 8_000

/** How many briefs are written at a time; further ones wait until somebody reads them again. */
const writersMax = 2

/** The owner under whom the platform's own requests to models are counted. */
const platformOwner = "00000000-0000-0000-0000-000000000000"

/** The model did not write what may be shown. */
class NotWritten {
  readonly _tag = "NotWritten"
  constructor(readonly detail: string) {}
}

/**
 * Lets the first shared model of the service write briefs and the insights of days that are stored; what it writes is
 * shown if `readBriefText` finds no flaw in it. A brief is written in the background, once for each state of the
 * predictions, at most every ten minutes for a question and within the daily number of requests; until then, and without
 * shared models, the extractive one is shown.
 */
export const modelBriefWriter: Layer.Layer<
  BriefWriter,
  never,
  BriefTextStore | LlmConfigStore | ModelProviders | ModelSources | Secrets
> = Layer.scoped(
  BriefWriter,
  Effect.gen(function*() {
    const { dailyRequestsMax, pool: [model] } = yield* ModelSources
    if (model === undefined)
      return BriefWriter.of({
        brief: extractive,
        day: (day) => Effect.sync(() => extractiveDay(day))
      })
    const store = yield* BriefTextStore
    const budget = yield* LlmConfigStore
    const providers = yield* ModelProviders
    const { digestOf } = yield* Secrets
    const scope = yield* Effect.scope
    const writers = yield* Effect.makeSemaphore(writersMax)

    const ask = (system_prompt: string, data: string) =>
      Effect.gen(function*() {
        const { admitted } = yield* budget.takeRequest(platformOwner, dailyRequestsMax)
        if (!admitted) return yield* Effect.fail(new NotWritten("the requests of the day are used up"))
        return yield* answerOf(providers, model, system_prompt, data)
      })

    const write = (material: BriefMaterial, version: string) =>
      Effect.gen(function*() {
        const { id } = material.facts.question
        if (!(yield* store.claim(id, version))) return
        const answer = yield* ask(briefSystemPrompt, briefData(material))
        const text = yield* Either.mapLeft(
          readBriefText(answer, material, model.model),
          (flaw) => new NotWritten(flaw)
        )
        yield* store.put(id, version, text)
      }).pipe(Effect.catchAll((error) => notWritten(`a brief of ${material.facts.question.id}`, error)))

    return BriefWriter.of({
      brief: (material) =>
        Effect.gen(function*() {
          const version = Encoding.encodeHex(digestOf(`${model.model}\n${briefSystemPrompt}\n${briefData(material)}`))
          const stored = yield* store.find(material.facts.question.id)
          if (stored?.version === version && stored.text !== null) return stored.text
          // Nobody has predicted: there is nothing to write about.
          if (stored?.may_ask !== false && material.consensus.total_agents > 0) {
            yield* Effect.forkIn(writers.withPermitsIfAvailable(1)(write(material, version)), scope)
          }
          return yield* extractive(material)
        }).pipe(
          Effect.catchTag("StorageUnavailable", () => extractive(material))
        ),
      day: (material, isStored) =>
        isStored
          ? Effect.flatMap(ask(daySystemPrompt, dayData(material)), readDaySummary).pipe(
            Effect.map((summary) => ({ generated_by: model.model, summary })),
            Effect.catchAll((error) =>
              Effect.as(
                notWritten(
                  `the insights of ${material.date}`,
                  typeof error === "string" ? new NotWritten(error) : error
                ),
                extractiveDay(material)
              )
            )
          )
          : Effect.sync(() => extractiveDay(material))
    })
  })
)

const extractive = (material: BriefMaterial) => inSlices(() => briefSteps(material))

const answerOf = (
  providers: typeof ModelProviders.Service,
  { endpoint, model }: PoolModel,
  system_prompt: string,
  content: string
) =>
  providers.ask(endpoint, { model, system_prompt, messages: [{ role: "user", content }] }).pipe(
    Stream.runCollect,
    Effect.map((pieces) => withoutThoughts(Chunk.join(pieces, "")).trim()),
    Effect.filterOrFail((text) => text.length <= answerLengthMax, () => new NotWritten("the answer is too long")),
    Effect.timeoutFail({
      duration: Duration.millis(writingMillisMax),
      onTimeout: () => new NotWritten(`the model did not answer within ${writingMillisMax / 1_000} s`)
    })
  )

const notWritten = (what: string, error: { readonly _tag: string; readonly detail?: string }) =>
  Effect.logWarning(`A model did not write ${what}, so the extractive text is shown: ${error.detail ?? error._tag}`)
