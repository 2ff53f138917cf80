import { Context, Effect, Layer } from "effect"
import type { WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { ProjectStore } from "../../research/projects/ProjectStore.ts"
import { packetFrom } from "../../research/packets/packetJson.ts"
import { PacketStore } from "../../research/packetPublication/PacketStore.ts"
import { countResponses } from "./countResponses.ts"
import { panelResults } from "./panelResults.ts"
import type { ResponseResults } from "./ResponseResults.ts"
import { ResponseStore } from "./ResponseStore.ts"
import { permittedSurvey } from "./SurveyAccess.ts"
import { readResponse, type SurveyResponse } from "./SurveyResponse.ts"

/** The responses to the surveys of a workspace, as a list and as results. */
export class SurveyResponses extends Context.Tag("auspex/SurveyResponses")<SurveyResponses, {
  /**
   * The responses of a survey, or of one of its links, newest first. Fails with PROJECT_NOT_FOUND, WRONG_WORKSPACE and
   * NOT_A_SURVEY.
   */
  readonly list: (
    actor: WorkspaceActor,
    projectId: string,
    linkId: string | null,
    page: PageRequest
  ) => UseCaseEffect<Page<SurveyResponse>>
  /** The results of a survey, and separately the results of its panel. Fails like `list`. */
  readonly results: (actor: WorkspaceActor, projectId: string) => UseCaseEffect<ResponseResults>
}>() {
  static readonly layer: Layer.Layer<SurveyResponses, never, PacketStore | ProjectStore | ResponseStore> = Layer.effect(
    SurveyResponses,
    Effect.gen(function*() {
      const packets = yield* PacketStore
      const projects = yield* ProjectStore
      const store = yield* ResponseStore

      return SurveyResponses.of({
        list: (actor, projectId, linkId, page) =>
          Effect.gen(function*() {
            yield* permittedSurvey(projects.find, actor, projectId, "read")
            const found = yield* store.responses(projectId, linkId, page)
            const questions = new Map(
              (yield* projects.questions(projectId)).map((question) => [question.id, question])
            )
            return mapPage(found, (response) => readResponse(response, questions))
          }),
        results: (actor, projectId) =>
          Effect.gen(function*() {
            yield* permittedSurvey(projects.find, actor, projectId, "read")
            // Tallies are read before questions: a question that is added in between has no answers in them.
            const tallies = yield* store.tallies(projectId)
            const questions = yield* projects.questions(projectId)
            const stored = yield* packets.find(projectId, null)
            return {
              project_id: projectId,
              ...countResponses(questions, tallies),
              panel: stored === undefined ? null : panelResults(packetFrom(stored.json))
            }
          })
      })
    })
  )
}
