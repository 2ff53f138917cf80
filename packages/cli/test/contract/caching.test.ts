import { describe, expect, it } from "vitest"
import { type Operation, operations } from "./operations.ts"

/** Why a public read is computed for each request. */
const uncached: Readonly<Record<string, string>> = {
  "system.health": "a probe sees how things are now",
  "system.ready": "a probe sees how things are now"
}

/** Whole classes of reads that are computed for each request, by the limit they count against, and why. */
const uncachedClasses: Readonly<Record<string, string>> = {
  export: "a stream of any length",
  search: "anybody's words, hardly ever asked twice"
}

const publicReads = operations.filter(({ policy, method }) =>
  method === "GET" && (policy.access === "none" || policy.access === "optional")
)
const isCached = ({ policy }: Operation) => policy.publicCache !== undefined
const topicsOf = ({ policy, path }: Operation) => {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
  return policy.publicCache!({
    path: Object.fromEntries(names.map((name) => [name, `${name.toUpperCase()}-1`])),
    query: {}
  })
}

describe("public reads", () => {
  it("are kept as bytes, or it is said why not", () => {
    const computed = publicReads.filter((read) => !isCached(read))
    expect(
      computed.filter(({ id, policy }) => !(id in uncached) && !((policy.ownRate ?? "") in uncachedClasses))
        .map(({ id }) => id)
    ).toEqual([])
    expect(Object.keys(uncached).filter((id) => !computed.some((read) => read.id === id))).toEqual([])
  })

  it("are forgotten with what they show: the question, or the account, that their path names, however it is spelled", () => {
    const forgotten = publicReads.filter(isCached).map((read) => ({
      id: read.id,
      topics: topicsOf(read),
      shows: read.path.startsWith("/api/questions/{id}")
        ? "question:id-1"
        : read.path.startsWith("/embed/{question_id}")
        ? "question:question_id-1"
        : read.path.startsWith("/api/agents/{id}")
        ? "account:id-1"
        : undefined
    }))
    expect(forgotten.filter(({ shows, topics }) => shows !== undefined && !topics.includes(shows as never))).toEqual([])
    expect(forgotten.flatMap(({ topics }) => topics).filter((topic) => topic !== topic.toLowerCase())).toEqual([])
  })
})

describe("what is kept as bytes", () => {
  it("is never what a caller must identify for", () => {
    expect(operations.filter((operation) => isCached(operation) && !publicReads.includes(operation))).toEqual([])
  })
})
