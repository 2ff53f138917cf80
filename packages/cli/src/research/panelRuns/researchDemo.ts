import { Accounts } from "@auspex/domain/accounts"
import type { AdminActor, WorkspaceActor } from "@auspex/domain/identity"
import { DatabaseClock } from "@auspex/domain/kernel"
import type { DecisionPacket } from "@auspex/domain/packets"
import { Projects, SourceIntake } from "@auspex/domain/projects"
import { ProjectDossiers } from "@auspex/domain/packetPublication"
import { PanelRuns, ProjectRuns } from "@auspex/domain/panelRuns"
import { Workspaces } from "@auspex/domain/workspaces"
import { Effect } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { TargetUnavailable } from "../../kit/invocation/CommandFailure.ts"
import { demoBrief, demoPages, demoQuestions } from "../../demo/demoPages.ts"
import { demoSite } from "./demoSite.ts"

/** What the demo has made. */
export interface DemoResearch {
  readonly workspace_id: string
  /** A key of the workspace, valid for 90 days. */
  readonly key: string
  readonly project_id: string
  readonly packet: DecisionPacket
}

/** How far ahead the decision of the demo lies, in years. */
const yearsAhead = 3

const untilDone = <E, R>(work: Effect.Effect<boolean, E, R>) => Effect.repeat(work, { while: (more) => more })

/** Works on the run of a project until it has a packet. Requests to a model that fail are repeated after growing pauses. */
const untilEnded = (actor: WorkspaceActor, projectId: string, tell: (line: string) => Effect.Effect<void>) =>
  Effect.gen(function*() {
    const panels = yield* PanelRuns
    const runs = yield* ProjectRuns
    for (let isTold = false;;) {
      yield* untilDone(panels.runNext)
      const { ended_at, reason, status } = yield* runs.latest(actor, projectId)
      if (status === "completed") return
      if (ended_at !== null) {
        const why = reason === null ? "" : `, ${reason}`
        return yield* new TargetUnavailable({ message: `the run of the panel ended without a packet: ${status}${why}` })
      }
      if (!isTold) yield* tell("the model does not answer as it should; it is asked again for some minutes")
      isTold = true
      yield* Effect.sleep("1 second")
    }
  })

/**
 * Makes a workspace with a project, reads twelve pages of a local site into it, and lets the panel publish a packet: with
 * the shared models of the service, or by quoting alone when there is none. `tell` hears of each stage.
 */
export const researchDemo = (system: AdminActor, tell: (line: string) => Effect.Effect<void>) =>
  Effect.scoped(Effect.gen(function*() {
    const projects = yield* Projects
    const runs = yield* ProjectRuns
    const workspaces = yield* Workspaces
    const accounts = yield* Accounts
    const year = (yield* (yield* DatabaseClock).now).getUTCFullYear() + yearsAhead

    // A human of its own, with a password that nobody knows: the demo may be run many times.
    const name = `Research demo ${randomBytes(3).toString("hex")}`
    const { user: account } = yield* accounts.signup({
      name,
      email: `${name.toLowerCase().replaceAll(" ", "-")}@people.example`,
      password: randomBytes(24).toString("base64url")
    })
    const workspace = yield* workspaces.create(system, { name: "Research demo", owner: account.id })
    const { key, secret } = yield* workspaces.createKey(system, workspace.id, { name: "demo", account: account.id })
    const actor: WorkspaceActor = {
      kind: "workspace",
      workspace_id: workspace.id,
      tier: workspace.tier,
      account_id: account.id,
      role: "admin",
      key_id: key.id
    }

    const project = yield* projects.createResearch(actor, { brief: demoBrief, audience: "fo_principal" })
    for (const question of demoQuestions(year)) yield* projects.ask(actor, project.id, question)
    const pages = demoPages(year)
    const url = yield* demoSite(pages)
    yield* Effect.forEach(pages, ({ path }) => projects.attach(actor, project.id, { uri: url(path) }))
    yield* tell(`reading ${pages.length} pages of a local site`)
    const intake = yield* SourceIntake
    yield* untilDone(intake.readNext(randomUUID()))
    const { sources } = yield* projects.detail(actor, project.id)
    const ready = sources.filter(({ status }) => status === "ready").length
    yield* tell(`${ready} sources are ready, ${sources.length - ready} were rejected`)

    const run = yield* runs.start(actor, project.id, {})
    yield* tell(
      run.method === "specialists"
        ? `a panel reasons: ${run.planned} reasonings`
        : "no model is configured: the sources are quoted, and there are no probabilities"
    )
    yield* untilEnded(actor, project.id, tell)
    const packet = yield* (yield* ProjectDossiers).packet(actor, project.id, null)
    const made: DemoResearch = { workspace_id: workspace.id, key: secret, project_id: project.id, packet }
    return made
  }))
