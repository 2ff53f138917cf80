import { PageReader } from "@auspex/domain/evidence"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect, Layer, ManagedRuntime } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { outboundNode } from "../../src/outbound/index.ts"
import { pageReaderNode, readingLimits } from "../../src/reading/index.ts"
import { hostileDocuments } from "./hostileDocuments.ts"

const names = Object.keys(hostileDocuments)
const server = createServer((request, response) => {
  hostileDocuments[names[Number(request.url?.slice(1))] ?? ""]?.(request, response)
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve())))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

// Shorter than in service, so that the test is, too: what settles within these settles within those.
const limits = { ...readingLimits, millisMax: 1_500 }
const fetchMillisMax = 1_500
const runtime = ManagedRuntime.make(
  Layer.provide(pageReaderNode({ pauseMillis: 0, fetchMillisMax, limits }), outboundNode({ allowPrivate: true }))
)
afterAll(() => runtime.dispose())

describe("a document that is made to hold up its reader", () => {
  it.concurrent.each(names)("%s: ends, one way or the other", async (name) => {
    const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${names.indexOf(name)}`
    const outcome = await runtime.runPromise(Effect.flatMap(PageReader, (reader) => reader.read(uri)))
    if (outcome.status === "rejected") {
      expect(outcome.reason).toMatch(/^(?:unreadable|too_slow|too_large|thin|unreachable|unsupported_type)$/)
      // Nothing of this is asked for again, but a connection that was lost.
      expect(outcome.is_temporary).toBe(outcome.reason === "unreachable")
    } else expect(outcome.text.length).toBeLessThanOrEqual(1_000_000)
  })
})
