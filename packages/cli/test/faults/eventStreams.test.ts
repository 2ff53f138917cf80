import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { once } from "node:events"
import * as net from "node:net"
import { expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { verifiedHuman } from "../people.ts"
import { head } from "../raw.ts"
import { researchMember } from "../projects/researchMember.ts"

/** Opens a connection and waits for the first bytes of its answer; they are read on only if `reads`. */
const openStream = async (url: string, request: string, reads = true) => {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname, () => socket.write(request))
  let text = ""
  socket.setEncoding("utf8")
  socket.on("error", () => socket.destroy())
  socket.on("data", (chunk: string) => {
    text += chunk
    if (!reads) socket.pause()
  })
  const closed = once(socket, "close")
  while (!text.includes("\n\n")) await once(socket, "data")
  return { closed: closed.then(() => text), socket }
}

onEmbeddedDatabase("a stop with open event streams", (db) => {
  const watching = async (auspex: RunningAuspex) => {
    const member = await researchMember(auspex)
    const project = await member.newProject()
    await member.ask(project)
    await member.call("POST", `/api/projects/${project}/runs`)
    const request = head("GET", `/api/projects/${project}/runs/latest/events`, {
      Authorization: `Bearer ${member.key}`,
      Accept: "text/event-stream"
    })
    return Promise.all([openStream(auspex.researchUrl, request), openStream(auspex.researchUrl, request)])
  }

  // Nothing else ends these streams: the run is not worked on, and the stop would wait ten minutes for them.
  it.each([0, 20])("ends them at once and says when to connect again (delay %i ms)", async (stopDelayMillis) => {
    const auspex = await startAuspex(db.layer, { drainMillisMax: 600_000, stopDelayMillis, keepAliveTimeoutMillis: 50 })
    await verifiedHuman(auspex)
    const streams = await watching(auspex)
    await auspex.stop()
    for (const { closed } of streams) {
      const text = await closed
      expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(text).toMatch(/\r\nConnection: close\r\n/)
      expect(text).toMatch(/event: progress\n[^]*\n\n[^]*retry: \d+\n\n\r\n0\r\n\r\n$/)
    }
  })
})
