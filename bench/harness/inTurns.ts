import type pg from "pg"
import type { Recorded } from "./recording.ts"
import { agentKey } from "./world.ts"

/** Milliseconds until the whole response has arrived; throws unless its status is 200. */
export const timed = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
  const start = performance.now()
  const response = await fetch(url, { headers: { ...headers } })
  const text = await response.text()
  const millis = performance.now() - start
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`)
  return millis
}

/**
 * Milliseconds of requests with a key, whose responses are never cached, and of the same statements run directly, in
 * turns. Leaves out the first `warmUps` turns.
 */
export const inTurns = async (
  client: pg.Client,
  url: string,
  { statements }: Recorded,
  turns: number,
  warmUps: number
): Promise<{ readonly ours: ReadonlyArray<number>; readonly theirs: ReadonlyArray<number> }> => {
  const ours: Array<number> = []
  const theirs: Array<number> = []
  for (let n = 0; n < warmUps + turns; n++) {
    ours.push(await timed(url, { "x-api-key": agentKey(3) }))
    const start = performance.now()
    for (const { params, text } of statements) await client.query(text, [...params])
    theirs.push(performance.now() - start)
  }
  return { ours: ours.slice(warmUps), theirs: theirs.slice(warmUps) }
}
