import { Context, Effect, Layer } from "effect"
import type { ResearchQuestionDraft } from "../framing/ResearchQuestionDraft.ts"
import { type WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import { requireRight } from "../../platform/identity/WorkspaceRole.ts"
import { DatabaseClock } from "../../kernel/DatabaseClock.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { refuseAll } from "../../kernel/Refusal.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { expertsMax, expertsMin } from "../panels/PanelSize.ts"
import { roundsMax, roundsMin } from "../panels/SimulationRounds.ts"
import { judgeProjectQuestions } from "./judgeProjectQuestion.ts"
import { briefLengthMax, briefLengthMin, projectTitleMax } from "./Project.ts"
import { type ProjectParts, Projects } from "./Projects.ts"
import { judgeSegments, type SegmentDraft } from "./judgeSegments.ts"

/** A request to create an audience. */
export interface AudienceRequest {
  readonly title: string
  readonly questions: ReadonlyArray<ResearchQuestionDraft>
  readonly segments: ReadonlyArray<SegmentDraft>
}

/** A request to create a simulation. */
export interface SimulationRequest {
  readonly title: string
  readonly brief?: string | null | undefined
  readonly questions: ReadonlyArray<ResearchQuestionDraft>
  readonly experts: number
  readonly rounds_max: number
}

/** Creates projects with a panel of their own: audiences and simulations. */
export class ProjectPanels extends Context.Tag("auspex/ProjectPanels")<ProjectPanels, {
  /**
   * Creates a project that a weighted panel of personas answers. Fails with INSUFFICIENT_PERMISSIONS, with all failures of
   * the request at once as INVALID_REQUEST and FRAMING_REFUSED, and with PROJECT_LIMIT.
   */
  readonly createAudience: (actor: WorkspaceActor, request: AudienceRequest) => UseCaseEffect<ProjectParts>
  /** Creates a project whose experts estimate in rounds, with anonymous feedback. Fails like `createAudience`. */
  readonly createSimulation: (actor: WorkspaceActor, request: SimulationRequest) => UseCaseEffect<ProjectParts>
}>() {
  static readonly layer: Layer.Layer<ProjectPanels, never, DatabaseClock | Projects> = Layer.effect(
    ProjectPanels,
    Effect.gen(function*() {
      const clock = yield* DatabaseClock
      const projects = yield* Projects

      const today = Effect.map(clock.now, (now) => now.toISOString().slice(0, 10))

      return ProjectPanels.of({
        createAudience: (actor, request) =>
          Effect.gen(function*() {
            yield* requireRight(actor.role, "write")
            const title = clean(request.title)
            const judged = judgeProjectQuestions(request.questions, { kind: "audience", today: yield* today })
            const { failures, segments } = judgeSegments(request.segments)
            yield* refuseAll([judgeTitle(title), ...judged.failures, ...failures])
            return yield* projects.create(actor, {
              kind: "audience",
              title,
              brief: null,
              audience: null,
              panel: { segments },
              questions: judged.questions
            })
          }),
        createSimulation: (actor, { experts, rounds_max, ...request }) =>
          Effect.gen(function*() {
            yield* requireRight(actor.role, "write")
            const title = clean(request.title)
            const brief = request.brief === null || request.brief === undefined ? null : clean(request.brief)
            const judged = judgeProjectQuestions(request.questions, { kind: "simulation", today: yield* today })
            yield* refuseAll([
              judgeTitle(title),
              brief === null ? undefined : judgeText("brief", brief, { min: briefLengthMin, max: briefLengthMax }),
              ...judged.failures,
              judgeCount("experts", experts, expertsMin, expertsMax),
              judgeCount("rounds_max", rounds_max, roundsMin, roundsMax)
            ])
            return yield* projects.create(actor, {
              kind: "simulation",
              title,
              brief,
              audience: null,
              panel: { experts, rounds_max },
              questions: judged.questions
            })
          })
      })
    })
  )
}

const clean = (text: string): string => text.normalize("NFC").trim()

const judgeTitle = (title: string): Failure | undefined =>
  judgeText("title", title, { min: 1, max: projectTitleMax, isLine: true })

const judgeCount = (field: string, measured: number, min: number, max: number): Failure | undefined =>
  Number.isInteger(measured) && measured >= min && measured <= max
    ? undefined
    : failure("INVALID_REQUEST", `${field} must be a whole number from ${min} to ${max}.`, {
      field,
      measured,
      limit: max
    })
