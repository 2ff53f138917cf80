import { Effect } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { nearest } from "../../kernel/nearest.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { AgentFilter } from "../surveys/AgentFilter.ts"
import type { CampaignSurvey } from "./Campaign.ts"
import type { CampaignServices } from "./CampaignServices.ts"
import { judgeSelected, matchingIds } from "./matchingIds.ts"

/** The members that a survey should have, by id; absent when the campaign does not name them. */
export interface WantedMembers {
  readonly questions: ReadonlyArray<string> | undefined
  readonly agents: ReadonlyArray<string> | undefined
  /** The filter that selects the agents; absent when the campaign names them. */
  readonly filter?: AgentFilter
  /** The keys of questions by their ids, for the plan: a created question has a different id each time. */
  readonly keys: ReadonlyMap<string, string>
}

/** The ids of questions by their keys; undefined for a question that was refused. */
export type QuestionIds = ReadonlyMap<string, string | undefined>

/** Finds the questions and agents that a survey names, and adds a failure for each that does not exist. */
export const wantedMembers = (
  services: CampaignServices,
  { agents, questions }: CampaignSurvey,
  path: string,
  known: QuestionIds,
  failures: Array<Failure>
): UseCaseEffect<WantedMembers> =>
  Effect.gen(function*() {
    return {
      questions: questions === undefined ? undefined : namedQuestions(questions, path, known, failures),
      keys: new Map([...known].flatMap(([key, id]) => id === undefined ? [] : [[id, key]])),
      ...(yield* wantedAgents(services, agents, path, failures))
    }
  })

const wantedAgents = (
  services: CampaignServices,
  wanted: CampaignSurvey["agents"],
  path: string,
  failures: Array<Failure>
): UseCaseEffect<Pick<WantedMembers, "agents" | "filter">> => {
  if (wanted === undefined) return Effect.succeed({ agents: undefined })
  return isList(wanted)
    ? Effect.map(namedAgents(services, wanted, path, failures), (agents) => ({ agents }))
    : Effect.map(selectedAgents(services, wanted, path, failures), (agents) => ({ agents, filter: wanted }))
}

const isList = (agents: NonNullable<CampaignSurvey["agents"]>): agents is ReadonlyArray<string> => Array.isArray(agents)

const namedQuestions = (
  references: ReadonlyArray<string>,
  path: string,
  known: QuestionIds,
  failures: Array<Failure>
): ReadonlyArray<string> => {
  const ids = references.map((reference, at) => {
    if (isId(reference)) return reference.toLowerCase()
    if (!known.has(reference)) failures.push(unknownKey(reference, `${path}.questions[${at}]`, [...known.keys()]))
    return known.get(reference)
  })
  // A refused question has no id; its own failure is enough.
  return [...new Set(ids.filter((id) => id !== undefined))]
}

const isId = (reference: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reference)

const unknownKey = (key: string, field: string, keys: ReadonlyArray<string>): Failure => {
  const hint = keys.length === 0 ? "" : `; did you mean ${nearest(key, keys)}?`
  return failure("QUESTION_NOT_FOUND", `There is no question with the key "${key.slice(0, 64)}"${hint || "."}`, {
    field,
    measured: key.slice(0, 64)
  })
}

const selectedAgents = (
  { surveyStore }: CampaignServices,
  filter: AgentFilter,
  path: string,
  failures: Array<Failure>
) =>
  Effect.map(matchingIds(surveyStore, filter), (ids) => {
    const wrong = judgeSelected(ids.length, `${path}.agents`)
    if (wrong !== undefined) failures.push(wrong)
    return ids
  })

/** The maximum number of failures that a refusal names. */
const failuresMax = 50

const namedAgents = (
  { store }: CampaignServices,
  named: ReadonlyArray<string>,
  path: string,
  failures: Array<Failure>
) =>
  Effect.map(store.accounts(named), (found) => {
    const accounts = new Map(found.map((account) => [account.named, account]))
    const ids = new Set<string>()
    named.forEach((name, at) => {
      const account = accounts.get(name)
      if (account?.type === "agent") ids.add(account.id)
      else if (failures.length < failuresMax) {
        const quoted = JSON.stringify(name.slice(0, 60))
        const about = { field: `${path}.agents[${at}]`, measured: name.slice(0, 60) }
        failures.push(
          account === undefined
            ? failure("AGENT_NOT_FOUND", `There is no agent ${quoted}.`, about)
            : failure("INVALID_REQUEST", `${quoted} is a human; only agents can be assigned.`, about)
        )
      }
    })
    return [...ids]
  })
