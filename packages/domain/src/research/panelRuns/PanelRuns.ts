import { Context, Effect, Exit, Layer } from "effect"
import type { InferenceFailed } from "../../platform/inference/BridgeLink.ts"
import { answerText } from "../../platform/inference/ModelAnswer.ts"
import { refuse, refuseAll } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { EvidencePassage } from "../evidence/EvidencePassage.ts"
import { extractiveReasoning } from "../panels/extractiveReasoning.ts"
import { panelPromptVersion } from "../panels/panelPrompt.ts"
import { isAudiencePanel, isSimulationPanel } from "../panels/ProjectPanel.ts"
import { chooseEvidence, passagesPerSearch } from "../evidence/chooseEvidence.ts"
import { EvidenceSearch } from "../evidence/EvidenceSearch.ts"
import { judgeStep } from "./judgeStep.ts"
import { estimatedTokens, exhaustedBudget, judgePanelBudget, type PanelBudget, panelBudgetFor } from "./PanelBudget.ts"
import { PanelModel } from "./PanelModel.ts"
import type { PanelRun } from "./PanelRun.ts"
import { advanceRun, panelRunMove, type PanelRunEvent } from "./PanelRunMove.ts"
import { type ClaimedStep, PanelRunStore, type RunCounts, type StepAnswer } from "./PanelRunStore.ts"
import { planRun, type StepOutcome } from "./PanelStep.ts"
import { nextRound } from "./nextRound.ts"
import { panelMembers } from "./panelMembers.ts"
import { stepPrompt } from "./stepPrompt.ts"
import { RunCompletion } from "./RunCompletion.ts"
import { afterFailure, leaseRenewalSeconds, stepLeaseSeconds, troubleSeconds } from "./StepSchedule.ts"

/** A project of a workspace; the caller has judged who may work with it. */
export interface ProjectOfWorkspace {
  readonly workspace_id: string
  readonly project_id: string
}

/** A request to start a run. */
export interface RunRequest extends ProjectOfWorkspace {
  /** The account that asks; null for the service itself. */
  readonly by: string | null
  /** The parts of the budget that differ from the default. */
  readonly budget?: Partial<PanelBudget>
}

/** Runs of panels: specialists reason over the questions of a project. */
export class PanelRuns extends Context.Tag("auspex/PanelRuns")<PanelRuns, {
  /**
   * Starts a run of the panel of the project's audience over its questions, with the sources that are ready when each
   * step is worked on. Without a model the sources are only quoted. An audience is answered by its respondents, a
   * simulation by its experts in rounds; both need a model. Fails with MODEL_NOT_CONFIGURED, INVALID_REQUEST for a budget,
   * PROJECT_HAS_NO_QUESTIONS, also for a project of another workspace, and RUN_ALREADY_ACTIVE.
   */
  readonly start: (request: RunRequest) => UseCaseEffect<PanelRun>
  /** Stops the live run of a project and keeps its reasonings. Fails with RUN_NOT_ACTIVE. */
  readonly cancel: (project: ProjectOfWorkspace) => UseCaseEffect<PanelRun>
  /**
   * Lets the last run of a project go on after it stopped or failed, with a new budget: answered questions are not asked
   * again, and specialists that were given up try again. Fails with INVALID_REQUEST for a budget and RUN_NOT_RESUMABLE.
   */
  readonly resume: (request: Omit<RunRequest, "by">) => UseCaseEffect<PanelRun>
  /** The last run of a project, if it has one. */
  readonly latest: (project: ProjectOfWorkspace) => Effect.Effect<PanelRun | undefined, StorageUnavailable>
  /**
   * Works on a due step, or ends a run whose budget is used up. Returns whether there was something to do. May run at
   * any time on any instance, `panelStepsMax` times at once. An answer is stored before anything else is done with it,
   * and a question with a stored answer is never asked again, however the work ends.
   */
  readonly runNext: Effect.Effect<boolean, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    PanelRuns,
    never,
    EvidenceSearch | PanelModel | PanelRunStore | RunCompletion | UnitOfWork
  > = Layer.effect(
    PanelRuns,
    Effect.gen(function*() {
      const evidence = yield* EvidenceSearch
      const model = yield* PanelModel
      const store = yield* PanelRunStore
      const completion = yield* RunCompletion
      const unit = yield* UnitOfWork
      const create = yield* drawn("new", "create", "project")
      const begin = yield* drawn("queued", "begin", "worker")
      const services = { completion, evidence, model, store, unit }
      const whileLeased = leasing(services)
      return PanelRuns.of({
        start: startWith(services, create),
        cancel: cancelWith(services),
        resume: resumeWith(services),
        latest: ({ project_id, workspace_id }) => store.latest(workspace_id, project_id),
        runNext: Effect.flatMap(
          Effect.uninterruptibleMask((restore) =>
            Effect.flatMap(
              restore(store.claim(stepLeaseSeconds, begin)),
              (step) => step === undefined ? Effect.succeed(false) : Effect.as(restore(whileLeased(step)), true)
            )
          ),
          (worked) => worked ? Effect.succeed(true) : endExhaustedWith(services)
        )
      })
    })
  )
}

type Service = Context.Tag.Service<PanelRuns>

interface Services {
  readonly completion: RunCompletion["Type"]
  readonly evidence: EvidenceSearch["Type"]
  readonly model: PanelModel["Type"]
  readonly store: PanelRunStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const settling = ({ completion, store, unit }: Services) => {
  /** Applies an event to a run that is locked. */
  const advance = (
    { id, method, project_id, workspace_id }: ClaimedStep["run"],
    status: PanelRun["status"],
    event: PanelRunEvent
  ) =>
    Effect.gen(function*() {
      const end = advanceRun(status, event)
      if (end === undefined) return
      yield* store.end(id, end)
      if (end.move.action === "complete") {
        yield* completion.onCompleted({ id, workspace_id, project_id, method })
      }
    })

  /** The steps of the next round when a simulation goes on. */
  const roundAfter = ({ panel, round, run }: ClaimedStep, { open, reasoned }: RunCounts) =>
    Effect.gen(function*() {
      if (!isSimulationPanel(panel) || open > 0 || reasoned === 0) return []
      const reasonings = yield* store.reasonings(run.project_id, run.id)
      return nextRound(yield* store.questions(run.id), reasonings, panel, round)
    })

  const settle = (step: ClaimedStep, outcome: StepOutcome) =>
    unit.transact(Effect.gen(function*() {
      const { lease, run } = step
      const status = yield* store.lock(run.id)
      // A run that was cancelled meanwhile keeps its answers, and takes no more reasonings.
      if (status !== "running") return
      const counts = yield* store.settle(lease, outcome)
      if (counts === undefined) return
      const round = yield* roundAfter(step, counts)
      if (round.length > 0) return yield* store.addSteps(run.id, round)
      yield* advance(run, status, { type: "settled", ...counts })
    }))

  return { advance, settle }
}

const showing = ({ evidence }: Services) => {
  const search = ({ input, question, run: { project_id, workspace_id } }: ClaimedStep) =>
    Effect.map(
      Effect.forEach([question.text, ...(input.plan?.queries ?? [])], (q) =>
        evidence.search({ workspace_id, project_id, q, limit: passagesPerSearch })),
      chooseEvidence
    )

  /** The passages that a step shows: the passages that were fixed before, else the results of its searches. */
  const shownTo = (step: ClaimedStep): Effect.Effect<ShownPassages, StorageUnavailable> => {
    const ids = step.stage === "plan" ? [] : step.input.passage_ids
    if (ids === undefined) {
      return Effect.map(search(step), (shown) => ({ ids: shown.map(({ id }) => id), shown }))
    }
    if (ids.length === 0) return Effect.succeed({ ids, shown: [] })
    return Effect.map(evidence.passages(step.run.workspace_id, ids), (found) => {
      const byId = new Map(found.map((passage) => [passage.id, passage]))
      return { ids, shown: ids.map((id) => byId.get(id)) }
    })
  }

  return { search, shownTo }
}

const working = (services: Services) => {
  const { model, store, unit } = services
  const { advance, settle } = settling(services)
  const { search, shownTo } = showing(services)

  /** Asks the model and keeps its answer; undefined when no request may be made. */
  const ask = (step: ClaimedStep, { ids, shown }: ShownPassages) =>
    Effect.gen(function*() {
      const prompt = stepPrompt(step, shown)
      if (prompt === undefined) return yield* Effect.dieMessage(`nobody is known as ${step.specialist}`)
      const { content, system_prompt } = prompt
      const tokens = estimatedTokens(system_prompt) + estimatedTokens(content)
      if (!(yield* store.begin(step.lease, { tokens, passage_ids: ids }))) return undefined
      const answer = yield* model.ask({ system_prompt, messages: [{ role: "user", content }] })
      return yield* store.saveAnswer(step.lease.step_id, { ...answer, content: storable(answer.content) })
    })

  const failed = (step: ClaimedStep, error: InferenceFailed) => {
    const next = afterFailure(error.reason, step.failures)
    switch (next.kind) {
      case "repeat":
        return store.release(step.lease, { seconds: next.seconds, failed: true })
      case "give_up":
        return Effect.zipRight(
          Effect.logWarning(`A panel goes on without an answer: ${error.detail}`),
          settle(step, { kind: "given_up", why: "no_answer" })
        )
      case "unavailable":
        return Effect.zipRight(
          Effect.logWarning(`A run of a panel fails, because no model can be asked: ${error.detail}`),
          unit.transact(
            Effect.flatMap(
              store.lock(step.run.id),
              (status) => advance(step.run, status, { type: "unavailable" })
            )
          )
        )
    }
  }

  return (step: ClaimedStep): Effect.Effect<void, StorageUnavailable> =>
    Effect.gen(function*() {
      if (step.stage === "extract") {
        return yield* settle(step, {
          kind: "reasoned",
          reasoning: extractiveReasoning(step.question, yield* search(step))
        })
      }
      const { ids, shown } = yield* shownTo(step)
      const answer: StepAnswer | undefined = step.answer ?? (yield* ask(step, { ids, shown }))
      if (answer === undefined) return yield* store.release(step.lease, { seconds: 0, failed: false })
      const { question, specialist, stage } = step
      const input = { ...step.input, passage_ids: ids }
      yield* settle(step, judgeStep({ question, specialist, stage, input, answer, shown }))
    }).pipe(Effect.catchTag("InferenceFailed", (error) => failed(step, error)))
}

/** Works while the lease is renewed; stops when it is lost, because another worker has the step then. */
const leasing = (services: Services) => {
  const { store } = services
  const work = working(services)
  return (step: ClaimedStep) => {
    const renewals = Effect.suspend(() => store.renew(step.lease, stepLeaseSeconds)).pipe(
      Effect.catchAll((error) =>
        Effect.as(
          Effect.logWarning("The lease of a panel step was not renewed; renewal will be tried again", error),
          true
        )
      ),
      Effect.delay(`${leaseRenewalSeconds} seconds`),
      Effect.repeat({ while: (isHeld) => isHeld }),
      Effect.asVoid
    )
    return work(step).pipe(
      Effect.raceFirst(renewals),
      Effect.onExit((exit) =>
        Exit.isSuccess(exit) ? Effect.void : Effect.catchAll(
          store.release(step.lease, { seconds: Exit.isInterrupted(exit) ? 0 : troubleSeconds, failed: false }),
          (error) =>
            Effect.logWarning(`A step of a panel waits until its lease expires, in ${stepLeaseSeconds} s`, error)
        )
      )
    )
  }
}

const endExhaustedWith = ({ store, unit }: Services) =>
  Effect.gen(function*() {
    const found = yield* store.exhausted
    const reason = found && exhaustedBudget(found.usage, found.budget)
    if (found === undefined || reason === undefined) return false
    return yield* unit.transact(Effect.gen(function*() {
      const status = yield* store.lock(found.id)
      const end = advanceRun(status, { type: "exhausted", reason })
      if (end !== undefined) yield* store.end(found.id, end)
      return end !== undefined
    }))
  })

const noLiveRun = refuse("RUN_NOT_ACTIVE", "The project has no active run.")

const noModel = refuse(
  "MODEL_NOT_CONFIGURED",
  "No shared model is configured, so neither respondents nor experts can answer."
)

const notResumable = refuse("RUN_NOT_RESUMABLE", "The project has no run, or its last run neither stopped nor failed.")

const startWith =
  ({ model, store, unit }: Services, create: Effect.Effect.Success<ReturnType<typeof drawn>>): Service["start"] =>
  ({ budget, by, project_id, workspace_id }) =>
    unit.transact(Effect.gen(function*() {
      const subject = yield* store.subject(workspace_id, project_id)
      if (subject === undefined || subject.question_ids.length === 0) {
        return yield* refuse("PROJECT_HAS_NO_QUESTIONS", "Add a question before you start a panel.")
      }
      const { audience, panel, question_ids } = subject
      if (panel !== null && !model.isConfigured) return yield* noModel
      const members = model.isConfigured ? panelMembers(audience, panel) : []
      const granted = {
        ...panelBudgetFor({
          questions: question_ids.length,
          specialists: members.length,
          ...(isSimulationPanel(panel) ? { rounds: panel.rounds_max } : {})
        }),
        ...budget
      }
      yield* refuseAll(judgePanelBudget(granted))
      const run = yield* store.insert({
        project_id,
        started_by: by,
        method: model.isConfigured ? "specialists" : "extractive",
        prompt_version: panelPromptVersion,
        budget: granted,
        steps: planRun(question_ids, members, isAudiencePanel(panel)),
        move: create
      })
      return run ?? (yield* refuse("RUN_ALREADY_ACTIVE", "The project already has an active run."))
    }))

const cancelWith = ({ store, unit }: Services): Service["cancel"] => ({ project_id, workspace_id }) =>
  unit.transact(Effect.gen(function*() {
    const run = yield* store.latest(workspace_id, project_id)
    if (run === undefined) return yield* noLiveRun
    const status = yield* store.lock(run.id)
    const end = advanceRun(status, { type: "cancelled" })
    if (end === undefined) return yield* noLiveRun
    yield* store.end(run.id, end)
    return (yield* store.latest(workspace_id, project_id)) ?? (yield* noLiveRun)
  }))

const resumeWith = ({ store, unit }: Services): Service["resume"] => ({ budget, project_id, workspace_id }) =>
  unit.transact(Effect.gen(function*() {
    const run = yield* store.latest(workspace_id, project_id)
    if (run === undefined) return yield* notResumable
    const move = panelRunMove(yield* store.lock(run.id), "resume", "project")
    if (move === undefined) return yield* notResumable
    const granted = { ...panelBudgetFor({ questions: run.planned, specialists: 1 }), ...budget }
    yield* refuseAll(judgePanelBudget(granted))
    yield* store.resume(run.id, move, granted)
    return (yield* store.latest(workspace_id, project_id)) ?? (yield* notResumable)
  }))

/** The passages that a step shows, in the order of their names, and their ids; undefined for a passage that is gone. */
interface ShownPassages {
  readonly ids: ReadonlyArray<string>
  readonly shown: ReadonlyArray<EvidencePassage | undefined>
}

/** A row of the transition table that exists. */
const drawn = (...of: Parameters<typeof panelRunMove>) => Effect.orDie(Effect.fromNullable(panelRunMove(...of)))

/** The text of an answer without its thoughts, as a database can store it. */
const storable = (content: string): string => answerText(content).replace(/[\0\p{Cs}]/gu, "\ufffd")
