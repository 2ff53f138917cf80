import { Effect } from "effect"
import { type ApiFailure, failureOf, refusalOr } from "../../kit/connection/ApiClient.ts"
import { wholeNumber } from "../../kit/connection/pages.ts"
import { type ResearchConnection, researchRefusalOf, withResearch } from "../../kit/connection/researchConnection.ts"
import type { CommandHandler, Invocation, ResearchFlags } from "../../kit/invocation/Invocation.ts"
import { printDocument, printNote, printText } from "../../kit/output/print.ts"
import { writeFile } from "../../kit/output/writeFile.ts"

type PacketFormat = "json" | "markdown" | "html"

/** A packet in a format, as served. */
const packetText = (
  { http, target }: ResearchConnection,
  id: string,
  format: PacketFormat,
  version?: number
): Effect.Effect<string, ApiFailure> =>
  Effect.gen(function*() {
    const response = yield* http.get(`/api/projects/${encodeURIComponent(id)}/packet`, {
      urlParams: { format, ...(version === undefined ? {} : { version: String(version) }) }
    })
    if (response.status === 200) return yield* response.text
    const body: unknown = yield* Effect.orElseSucceed(response.json, () => undefined)
    return yield* Effect.fail(refusalOr(target, body, researchRefusalOf))
  }).pipe(Effect.mapError(failureOf(target, researchRefusalOf)))

interface PacketFlags extends ResearchFlags {
  readonly format?: PacketFormat
  readonly to?: string
  readonly packetVersion?: string
}

/** `auspex research packet`: writes the packet of a project to standard output or to a file. */
export const showPacket =
  ((call: Invocation<PacketFlags>) =>
    withResearch(call, (connection) =>
      Effect.gen(function*() {
        const { format = "markdown", packetVersion, to } = call.flags
        const version = packetVersion === undefined
          ? undefined
          : yield* wholeNumber("--packet-version", packetVersion, 1, 1_000_000)
        const text = yield* packetText(connection, call.args[0]!, format, version)
        if (to === undefined) return yield* text.endsWith("\n") ? printDocument(call, text) : printText(call, text)
        yield* writeFile(to, text)
        yield* printNote(call, `wrote ${to}`)
      }))) satisfies CommandHandler
