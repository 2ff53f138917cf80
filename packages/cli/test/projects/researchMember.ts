import { SourceIntake } from "@auspex/domain/projects"
import { PanelRuns } from "@auspex/domain/panelRuns"
import type { LocalSite } from "@auspex/testkit/outside"
import { Effect } from "effect"
import type { Answer, RunningAuspex } from "../harness.ts"
import { type TestHuman, verifiedHuman } from "../people.ts"
import { article } from "./article.ts"

export const brief = "Should we move a tenth of the bond portfolio into private credit before the end of 2030?"

export const rateQuestion = {
  text: "Will the European Central Bank lower its deposit rate before 1 July 2035?",
  kind: "binary",
  resolution_signal: "press_release",
  resolution_date: "2035-06-30"
}

/** A member of a new workspace at work: its key, and calls with it. */
export interface ResearchMember {
  readonly owner: TestHuman
  readonly workspace: string
  readonly key: string
  readonly call: (method: string, path: string, body?: object) => Promise<Answer>
  readonly newProject: (audience?: string) => Promise<string>
  readonly ask: (project: string, question?: object) => Promise<string>
  /** Adds a page of the site as a source, and lets it be read. */
  readonly attach: (project: string, site: LocalSite, path: string, phrase: string) => Promise<string>
  readonly readSources: () => Promise<void>
  /** Works on every step that is due. */
  readonly workOff: () => Promise<void>
}

/** A new workspace with one admin. */
export const researchMember = async (auspex: RunningAuspex): Promise<ResearchMember> => {
  const owner = await verifiedHuman(auspex)
  const as = { as: owner.token }
  const workspace: string =
    (await auspex.call("POST", "/api/workspaces", { ...as, body: { name: "Olive & Sons" } })).body.id
  const made = await auspex.call("POST", `/api/workspaces/${workspace}/keys`, { ...as, body: { name: "notebook" } })
  const key: string = made.body.secret
  const call: ResearchMember["call"] = (method, path, body) =>
    auspex.research(method, path, { as: key, ...(body === undefined ? {} : { body }) })
  const readSources = () =>
    auspex.run(
      Effect.flatMap(SourceIntake, ({ readNext }) =>
        Effect.asVoid(Effect.repeat(readNext("reader"), {
          while: (more) => more
        })))
    )
  return {
    owner,
    workspace,
    key,
    call,
    readSources,
    newProject: async (audience) =>
      (await call("POST", "/api/projects/research", { brief, ...(audience === undefined ? {} : { audience }) })).body
        .id,
    ask: async (project, question = rateQuestion) =>
      (await call("POST", `/api/projects/${project}/questions`, question)).body.id,
    attach: async (project, site, path, phrase) => {
      const uri = site.put(path, { body: article(`Rates of ${path.slice(1)}`, phrase) })
      const { id } = (await call("POST", `/api/projects/${project}/sources`, { uri })).body
      await readSources()
      return id
    },
    workOff: () =>
      auspex.run(
        Effect.flatMap(PanelRuns, ({ runNext }) => Effect.asVoid(Effect.repeat(runNext, { while: (more) => more })))
      )
  }
}
