import { afterAll, describe, expect, it } from "vitest"
import { ReadingThread, readingLimits } from "../../src/reading/ReadingThread.ts"

describe("a document given to the reading thread", () => {
  const thread = new ReadingThread(readingLimits)
  afterAll(() => thread.close())

  // Node allocates small buffers within one that is never moved to a thread, and large ones alone.
  for (const [size, count] of [["a few hundred bytes", 8], ["many kilobytes", 4_000]] as const) {
    it(`of ${size} stays whole for whoever gave it`, async () => {
      const text = "The council put off the vote on the flood wall. ".repeat(count)
      const bytes = Buffer.from(text)
      const read = await thread.read(
        { bytes, contentType: "text/plain", charset: "utf-8", path: "/minutes" },
        new AbortController().signal
      )
      expect(read).toMatchObject({ content_type: "text/plain", text: expect.stringContaining("flood wall") })
      expect(bytes.toString()).toBe(text)
    })
  }
})
