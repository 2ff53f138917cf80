import {
  type InferenceAnswer,
  type InferenceOutput,
  Inferences,
  type InferenceStream,
  LlmSettings,
  refusalArguments
} from "@auspex/domain/inference"
import type { UseCaseEffect } from "@auspex/domain/kernel"
import { AgentRuns } from "@auspex/domain/agentRuns"
import { Chunk, Effect, Stream } from "effect"
import { InferenceApi } from "./InferenceApi.ts"
import { listAnswer } from "../../wire/listOf.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { eventOf, eventStream, reconnectHint } from "./eventOf.ts"
import type { Reply } from "../../engine/Reply.ts"

const comment = ": the model works\n\n"

const textOf = (one: InferenceOutput): string =>
  one.type === "route" ? eventOf("route", one.route) : eventOf("chunk", { content: one.text })

/** Whether the model would have answered is unknown, so the request has failed for its caller. */
const farewell = reconnectHint + eventOf("error", {
  error: "The service is stopping, and the answer was interrupted; send the request again in a few seconds.",
  code: "SERVICE_UNAVAILABLE"
})

/** The answer as server-sent events; a failure is the last event. */
const eventsOf = (output: InferenceStream): Stream.Stream<string> => {
  const events: Stream.Stream<string> = output.pipe(
    // What has arrived together is written at once.
    Stream.mapChunks((some) => Chunk.of(Chunk.toReadonlyArray(some).map(textOf).join(""))),
    Stream.concat(Stream.sync(() => eventOf("done", {}))),
    Stream.catchAll((error) => {
      const [code, message] = error._tag === "InferenceFailed"
        ? refusalArguments(error)
        : (["SERVICE_UNAVAILABLE", "The answer was interrupted because the database cannot be reached."] as const)
      return Stream.succeed(eventOf("error", { error: message, code }))
    })
  )
  // The comment sends the headers, so that the client knows that the request was accepted.
  return Stream.concat(Stream.succeed(comment), events)
}

/** Model configurations, inference, and runs of agents. */
export const inferenceHandlers = handlersFor(InferenceApi, {
  config: ({ actor }) => Effect.flatMap(LlmSettings, ({ ofOwner }) => ofOwner(actor)),
  putConfig: ({ actor, payload }) => Effect.flatMap(LlmSettings, ({ putOwner }) => putOwner(actor, payload)),
  validate: ({ actor, payload }) => Effect.flatMap(LlmSettings, ({ validate }) => validate(actor, payload)),
  models: ({ actor }) => Effect.flatMap(LlmSettings, ({ models }) => models(actor)),
  agentConfig: ({ actor, path }) => Effect.flatMap(LlmSettings, ({ ofAgent }) => ofAgent(actor, path.agent_id)),
  putAgentConfig: ({ actor, path, payload }) =>
    Effect.flatMap(LlmSettings, ({ putAgent }) => putAgent(actor, path.agent_id, payload)),
  infer: ({ actor, path, payload: { stream, ...request } }) =>
    Effect.flatMap(Inferences, (inferences): UseCaseEffect<InferenceAnswer | Reply<never>> =>
      stream === true
        ? Effect.map(inferences.stream(actor, path.agent_id, request), (output) =>
          eventStream({ content: eventsOf(output), silence: comment, farewell }))
        : inferences.answer(actor, path.agent_id, request)),
  runNow: ({ actor, path, payload }) =>
    Effect.flatMap(AgentRuns, ({ runNow }) => runNow(actor, path.agent_id, payload.question_id)),
  runs: ({ actor, path, query }) =>
    Effect.map(
      Effect.flatMap(AgentRuns, ({ list }) => list(actor, path.agent_id, query)),
      (page) => listAnswer("runs", page)
    ),
  organisationConfig: () => Effect.flatMap(LlmSettings, ({ ofOrganisation }) => ofOrganisation),
  putOrganisationConfig: ({ actor, payload }) =>
    Effect.flatMap(LlmSettings, ({ putOrganisation }) => putOrganisation(actor, payload))
})
