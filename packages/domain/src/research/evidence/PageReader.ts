import { Context, type Effect } from "effect"
import type { SourceReading, SourceRejection } from "./SourceReading.ts"

/** Reads the pages behind addresses that users named. */
export class PageReader extends Context.Tag("auspex/PageReader")<PageReader, {
  /**
   * Fetches a page through the egress guard and reads its text, or says why not. Never fails: whatever a server sends,
   * the outcome is a reading or a rejection. Time, size and memory are limited. Pages of one host are fetched one at a
   * time with a pause in between, however many callers there are. Nothing of a page is executed, and nothing that it
   * refers to is fetched. Interruption closes the connection.
   */
  readonly read: (uri: string) => Effect.Effect<SourceReading | SourceRejection>
}>() {}
