import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { converse } from "../raw.ts"
import { auspexOn } from "../servers.ts"

onEmbeddedDatabase("request ids under review", (db) => {
  const auspex = auspexOn(db)

  const requests = {
    "bytes that are not HTTP": "WHAT IS THIS\r\n\r\n",
    "a tunnel": "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n",
    "headers without end": `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`
  }
  for (const [name, bytes] of Object.entries(requests)) {
    it(`has one for the answer to ${name}`, async () => {
      const { text } = await converse(auspex.url, (socket) => socket.write(bytes))
      expect(text).toMatch(/^HTTP\/1\.1 4\d\d [^]*\r\nX-Request-Id: [0-9a-f-]{36}\r\n[^]*"code":/)
    })
  }
})
