import { describe, expect, it } from "vitest"
import { type Operation, operations } from "./operations.ts"

/** The public reads that are not cached, and the reason. */
const uncached: Readonly<Record<string, string>> = {
  "system.health": "a probe must see the current state",
  "system.ready": "a probe must see the current state"
}

/** The rate classes whose reads are not cached, and the reason. */
const uncachedClasses: Readonly<Record<string, string>> = {
  export: "a stream of any length",
  search: "queries rarely repeat"
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
  it("are cached, or are listed with the reason", () => {
    const computed = publicReads.filter((read) => !isCached(read))
    expect(
      computed.filter(({ id, policy }) => !(id in uncached) && !((policy.ownRate ?? "") in uncachedClasses))
        .map(({ id }) => id)
    ).toEqual([])
    expect(Object.keys(uncached).filter((id) => !computed.some((read) => read.id === id))).toEqual([])
  })

  it("are invalidated by the topic of the question, account or survey in their path, regardless of case", () => {
    const forgotten = publicReads.filter(isCached).map((read) => ({
      id: read.id,
      topics: topicsOf(read),
      shows: read.path.startsWith("/api/questions/{id}")
        ? "question:id-1"
        : read.path.startsWith("/embed/{question_id}")
        ? "question:question_id-1"
        : read.path.startsWith("/api/agents/{id}")
        ? "account:id-1"
        : read.path.startsWith("/api/surveys/{id}")
        ? "survey:id-1"
        : undefined
    }))
    expect(forgotten.filter(({ shows, topics }) => shows !== undefined && !topics.includes(shows as never))).toEqual([])
    expect(forgotten.flatMap(({ topics }) => topics).filter((topic) => topic !== topic.toLowerCase())).toEqual([])
  })
})

describe("a cached operation", () => {
  it("never requires a credential", () => {
    expect(operations.filter((operation) => isCached(operation) && !publicReads.includes(operation))).toEqual([])
  })
})
