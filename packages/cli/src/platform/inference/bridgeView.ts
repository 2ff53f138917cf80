import type { RunnerEvent } from "@auspex/adapters-bridge/runner"
import { counted } from "@auspex/domain/kernel"
import type { CommandIo } from "../../kit/invocation/CommandIo.ts"
import { cutTo, printable } from "../../kit/output/printable.ts"

/** A request that is worked on, or has been. */
interface ShownRequest {
  readonly id: string
  readonly model: string
  readonly beganAt: number
  readonly firstAt: number | undefined
  readonly characters: number
  /** How many texts are embedded; undefined for a chat. */
  readonly texts: number | undefined
  readonly endedAt: number | undefined
  readonly outcome: "done" | "failed" | "cancelled" | undefined
  readonly reason: string | undefined
}

/** What a terminal shows of a runner. */
export interface BridgeScreen {
  readonly connection: string
  readonly models: ReadonlyArray<string>
  readonly problem: string | undefined
  readonly requests: ReadonlyArray<ShownRequest>
  readonly done: number
  readonly failed: number
}

export const emptyScreen: BridgeScreen = {
  connection: "connecting",
  models: [],
  problem: undefined,
  requests: [],
  done: 0,
  failed: 0
}

/** How many finished requests are kept on the screen. */
const finishedShownMax = 8

const update = (
  screen: BridgeScreen,
  id: string,
  change: (request: ShownRequest) => ShownRequest
): ReadonlyArray<ShownRequest> => screen.requests.map((request) => request.id === id ? change(request) : request)

const withoutOldest = (requests: ReadonlyArray<ShownRequest>): ReadonlyArray<ShownRequest> => {
  const finished = requests.filter(({ outcome }) => outcome !== undefined)
  const dropped = new Set(finished.slice(0, Math.max(0, finished.length - finishedShownMax)))
  return requests.filter((request) => !dropped.has(request))
}

/** The screen after an event at `now`, in milliseconds. */
export const afterEvent = (screen: BridgeScreen, event: RunnerEvent, now: number): BridgeScreen => {
  switch (event.type) {
    case "connected":
      return { ...screen, connection: "connected" }
    case "disconnected":
      return {
        ...screen,
        connection: `not connected: ${event.reason}; next attempt in ${Math.ceil(event.retryMillis / 1_000)} s`
      }
    case "models":
      return { ...screen, models: event.models, problem: undefined }
    case "model_server_failed":
      return { ...screen, problem: event.reason }
    case "began":
      return {
        ...screen,
        requests: [...screen.requests, {
          id: event.request_id,
          model: event.model,
          beganAt: now,
          firstAt: undefined,
          characters: 0,
          texts: event.texts,
          endedAt: undefined,
          outcome: undefined,
          reason: undefined
        }]
      }
    case "piece":
      return {
        ...screen,
        requests: update(screen, event.request_id, (request) => ({
          ...request,
          firstAt: request.firstAt ?? now,
          characters: request.characters + event.characters
        }))
      }
    case "ended":
      return {
        ...screen,
        requests: withoutOldest(update(screen, event.request_id, (request) => ({
          ...request,
          endedAt: now,
          outcome: event.outcome,
          reason: event.reason
        }))),
        done: screen.done + (event.outcome === "done" ? 1 : 0),
        failed: screen.failed + (event.outcome === "failed" ? 1 : 0)
      }
  }
}

const secondsText = (millis: number): string => `${(millis / 1_000).toFixed(1)} s`

const requestLine = (request: ShownRequest, now: number): string => {
  const { beganAt, characters, endedAt, firstAt, model, outcome, reason, texts } = request
  const state = outcome ?? (texts !== undefined ? "embedding" : firstAt === undefined ? "waiting" : "answering")
  const perSecond = (count: number, since: number): number =>
    Math.round(count / Math.max(0.1, ((endedAt ?? now) - since) / 1_000))
  const rate = texts !== undefined
    ? outcome === "done" ? perSecond(texts, beganAt) : 0
    : firstAt === undefined
    ? 0
    : perSecond(characters, firstAt)
  return [
    state.padEnd(9),
    secondsText((endedAt ?? now) - beganAt).padStart(8),
    (texts === undefined ? counted(characters, "character") : counted(texts, "text")).padStart(17),
    `${rate}/s`.padStart(7),
    printable(model),
    ...(reason === undefined ? [] : [printable(reason)])
  ].join("  ")
}

const modelsLine = ({ models, problem }: BridgeScreen): string =>
  problem !== undefined
    ? `no models: ${printable(problem)}`
    : models.length === 0
    ? "no models yet"
    : `${counted(models.length, "model")}: ${models.map(printable).join(", ")}`

/** The size of a terminal that does not tell. */
const columnsDefault = 80
const rowsDefault = 24

/** The screen as lines that fit on the terminal. */
export const screenLines = (
  screen: BridgeScreen,
  server: string,
  now: number,
  io: Pick<CommandIo, "stdout">
): ReadonlyArray<string> => {
  const { connection, done, failed, requests } = screen
  const head = [
    `${server}  ${connection}`,
    modelsLine(screen),
    `${counted(done, "request")} answered, ${failed} failed`
  ]
  const room = Math.max(1, (io.stdout.rows ?? rowsDefault) - head.length - 1)
  return [...head, ...requests.slice(-room).map((request) => requestLine(request, now))]
    .map((line) => cutTo(line, (io.stdout.columns ?? columnsDefault) - 1))
}
