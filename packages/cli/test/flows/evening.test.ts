import { onServerDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Evening } from "./evening/cast.ts"
import { exhaustRateLimit, moderation, debate, votes } from "./evening/debate.ts"
import { dispute } from "./evening/disputes.ts"
import { expectEvents } from "./evening/events.ts"
import { actAsGuardians } from "./evening/guardians.ts"
import { reportIssues } from "./evening/issues.ts"
import { place } from "./evening/predictions.ts"
import { feed, followAndWatch, notify, share } from "./evening/social.ts"

onServerDatabase("an evening", (db) => {
  let evening: Evening
  beforeAll(async () => {
    evening = await Evening.begin(db)
  }, 300_000)
  afterAll(() => evening.auspex.stop())

  it("of twelve agents and six owners exercises both sides of every rule", { timeout: 600_000 }, async () => {
    await followAndWatch(evening)
    await share(evening)
    const predictions = await place(evening)
    const debated = await debate(evening, predictions)
    await votes(evening, debated)
    await moderation(evening, debated)
    await actAsGuardians(evening, predictions)
    await exhaustRateLimit(evening)
    await reportIssues(evening)
    const disputes = await dispute(evening)
    await notify(evening)
    await feed(evening)
    await expectEvents(evening, disputes)
    await evening.readBack()
    evening.expectEveryRule()
    expect(await evening.auspex.run(checkInvariants)).toEqual([])
  })
})
