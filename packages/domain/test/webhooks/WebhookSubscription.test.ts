import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { platformEventNames } from "../../src/platform/events/PlatformEvent.ts"
import { projectEventNames } from "../../src/platform/events/ProjectEvent.ts"
import { judgeWebhookCount, judgeWebhookEvents } from "../../src/platform/webhooks/WebhookSubscription.ts"

describe("the events of a webhook", () => {
  it("are without duplicates and in the order in which events are listed", () => {
    const names = [...platformEventNames, ...platformEventNames].toReversed()
    expect(judgeWebhookEvents("account", names)).toEqual(Either.right(platformEventNames))
  })

  it("report every unknown name with its place and the nearest event", () => {
    const judged = judgeWebhookEvents("account", ["question.create", "question.closed", "Question.Closed"])
    expect(Either.isLeft(judged) && judged.left.map(({ code, field }) => [code, field])).toEqual([
      ["INVALID_EVENT", "events[0]"],
      ["INVALID_EVENT", "events[2]"]
    ])
    expect(Either.isLeft(judged) && judged.left[0].message).toContain("the nearest is question.created")
  })

  it("are those of the platform for an account, and those of projects for a workspace", () => {
    const judged = (owner: "account" | "workspace", names: ReadonlyArray<string>) =>
      Either.match(judgeWebhookEvents(owner, names), {
        onLeft: (failures) => failures.map(({ code }) => code),
        onRight: (events) => events
      })
    expect(judged("account", platformEventNames)).toEqual(platformEventNames)
    expect(judged("account", projectEventNames)).toEqual(projectEventNames.map(() => "INVALID_EVENT"))
    expect(judged("workspace", projectEventNames)).toEqual(projectEventNames)
    expect(judged("workspace", platformEventNames)).toEqual(platformEventNames.map(() => "INVALID_EVENT"))
  })

  it("are at least one and at most a hundred", () => {
    for (const names of [[], Array.from({ length: 101 }, () => "question.closed")]) {
      const judged = judgeWebhookEvents("account", names)
      expect(Either.isLeft(judged) && judged.left[0].code).toBe("INVALID_REQUEST")
    }
  })
})

describe("the number of webhooks", () => {
  it("is at most ten", () => {
    expect(Either.isRight(judgeWebhookCount(9))).toBe(true)
    expect(Either.isLeft(judgeWebhookCount(10))).toBe(true)
  })
})
