import { ServerDatabase } from "@auspex/adapters-pg"
import { HttpServer } from "@auspex/adapters-http/engine"
import { Auspex, settingsFrom } from "@auspex/cli/composition"
import { type RecordedStatement, recordingStatements } from "@auspex/testkit/databases"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

/** One request to our server: the SQL that it caused, and the body of the response. */
export interface Recorded {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly statements: ReadonlyArray<RecordedStatement>
  readonly body: string
}

export interface RecordedRequest {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: object
}

/**
 * Serves on `url`'s database within this process, makes each request once, and returns the SQL that it ran. A peer that
 * runs the same SQL is compared with what the server does today, not with a copy from the day when the benchmark was
 * written.
 */
export const record = async (
  url: string,
  requests: ReadonlyArray<RecordedRequest>
): Promise<ReadonlyArray<Recorded>> => {
  const log: Array<RecordedStatement> = []
  const database = recordingStatements(ServerDatabase.layer({ url }), (statement) => log.push(statement))
  const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-bench-"))
  const settings = await Effect.runPromise(settingsFrom({ port: "0", researchPort: "0", dataDir }, {}))
  const runtime = ManagedRuntime.make(
    Auspex.serverOn(settings, { background: false }).pipe(
      Layer.provideMerge(database),
      Layer.provide(Logger.remove(Logger.defaultLogger))
    )
  )
  try {
    const server = await runtime.runPromise(HttpServer)
    const recorded: Array<Recorded> = []
    for (const { headers = {}, path: target, payload } of requests) {
      log.length = 0
      const response = await fetch(`${server.url}${target}`, {
        headers: { ...headers, ...(payload === undefined ? {} : { "content-type": "application/json" }) },
        ...(payload === undefined ? {} : { method: "POST", body: JSON.stringify(payload) })
      })
      const body = await response.text()
      if (!response.ok) throw new Error(`${target} answered ${response.status}: ${body}`)
      recorded.push({ path: target, headers, statements: [...log], body })
    }
    return recorded
  } finally {
    await runtime.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
