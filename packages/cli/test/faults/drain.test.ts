import { readLock } from "@auspex/adapters-pg/directory"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { expect, it } from "vitest"
import { startAuspex } from "../harness.ts"

onEmbeddedDatabase("a stop", (db) => {
  // The request may take ten minutes to arrive, so a stop that waits for it does not end in time.
  it("waits for a partially sent request only until its time limit", { timeout: 150_000 }, async () => {
    const auspex = await startAuspex(db.layer, { drainMillisMax: 200, requestTimeoutMillis: 600_000 })
    const { hostname, port } = new URL(auspex.url)
    const socket = connect(Number(port), hostname)
    socket.on("error", () => undefined) // it is cut off
    const closed = once(socket, "close")
    socket.write(
      "POST /api/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    )
    await once(socket, "connect")
    await auspex.call("GET", "/health")
    await auspex.stop()
    await closed
  })
})

it("an invalid data directory is reported with the reason", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "auspex-unusable-"))
  const file = path.join(folder, "file")
  writeFileSync(file, "")
  expect(() => readLock(file)).toThrow(`The data directory ${file} cannot be used: it is a file.`)
  rmSync(folder, { recursive: true })
})
