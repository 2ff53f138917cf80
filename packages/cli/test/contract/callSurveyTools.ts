import type { AuspexClient } from "@auspex/adapters-http/client"
import { Effect } from "effect"
import { expect } from "vitest"

/** Compares a survey with a second one on the same question, assigns by a filter, lists surveys and deletes a draft. */
export const callSurveyTools = (admin: AuspexClient, before: string, question: string) =>
  Effect.gen(function*() {
    const { survey } = yield* admin.surveys.createSurvey({ payload: { title: "Again", question_ids: [question] } })
    const path = { id: survey.id }
    const filter = { families: ["claude"], dry_run: true } as const
    const matched = yield* admin.surveys.assignMatchingAgents({ path, payload: filter })
    expect([matched.assigned, matched.agents[0]?.model_family]).toEqual([0, "claude"])
    yield* admin.surveys.openSurvey({ path })
    const compared = yield* admin.surveys.compareSurveys({ path: { id: before, other_id: survey.id } })
    expect(compared).toMatchObject({ questions: [{ change: 0 }], after: { opened_at: expect.any(Date) } })
    const { survey: unused } = yield* admin.surveys.createSurvey({ payload: { title: "Unused" } })
    expect((yield* admin.surveys.adminSurveys({ urlParams: { limit: 1, offset: 0 } })).surveys[0]).toEqual(unused)
    yield* admin.surveys.deleteSurvey({ path: { id: unused.id } })
  })
