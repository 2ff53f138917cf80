import { PanelRuns, ProjectRuns } from "@auspex/domain/panelRuns"
import type { DatabaseClock } from "@auspex/domain/kernel"
import { Projects, SourceIntake } from "@auspex/domain/projects"
import { Workspaces } from "@auspex/domain/workspaces"
import type { SeasonAct } from "@auspex/testkit/season"
import { Effect } from "effect"
import { demoBrief, demoPages, demoQuestions } from "./demoPages.ts"
import { demoOwner } from "./DemoAccounts.ts"
import type { SeasonPart } from "./SeasonPart.ts"
import { decisionYear, shippedUrl } from "./ShippedPages.ts"

const msPerHour = 3_600_000

type Requirements = DatabaseClock | PanelRuns | ProjectRuns | Projects | SourceIntake | Workspaces
type Act = SeasonAct<Requirements>

const untilDone = <E, R>(work: Effect.Effect<boolean, E, R>) => Effect.repeat(work, { while: (more) => more })

/**
 * The owner has a workspace with a project: questions about a heat network, the pages about it, and the packet of a panel
 * that follows a script.
 */
export const researching: SeasonPart<Requirements> = (season) => {
  let entered: { readonly workspace: string; readonly project: string } | undefined
  const act = (hoursBefore: number, perform: Extract<Act, { readonly kind: "part" }>["perform"]): Act => ({
    at: season.length - hoursBefore * msPerHour,
    kind: "part",
    part: "research",
    account: demoOwner,
    question: "",
    perform
  })
  return [
    act(50, (context) =>
      Effect.gen(function*() {
        const workspaces = yield* Workspaces
        const projects = yield* Projects
        const owner = yield* context.actorOf(demoOwner)
        const { id } = yield* workspaces.create(owner, { name: "Family office" })
        const { actor } = yield* workspaces.enter(owner, id)
        const project = yield* projects.createResearch(actor, { brief: demoBrief, audience: "fo_principal" })
        const year = yield* decisionYear
        for (const question of demoQuestions(year)) yield* projects.ask(actor, project.id, question)
        for (const { path } of demoPages(year)) yield* projects.attach(actor, project.id, { uri: shippedUrl(path) })
        entered = { workspace: id, project: project.id }
      })),
    act(49, () => Effect.flatMap(SourceIntake, (intake) => untilDone(intake.readNext(demoReader)))),
    act(48, (context) =>
      Effect.gen(function*() {
        const { workspace, project } = entered!
        const { actor } = yield* (yield* Workspaces).enter(yield* context.actorOf(demoOwner), workspace)
        yield* (yield* ProjectRuns).start(actor, project, {})
        yield* untilDone((yield* PanelRuns).runNext)
      }))
  ]
}

/** The name of the worker that reads the pages. */
const demoReader = "5f0c7a5e-6f3c-4d0e-9d0a-64656d6f0001"
