import { rejectionReasons } from "@auspex/domain/evidence"
import { counted } from "@auspex/domain/kernel"
import { type AudiencePanel, isAudiencePanel } from "@auspex/domain/panels"
import type { ProjectQuestion, ProjectSource } from "@auspex/domain/projects"
import type { PanelRun } from "@auspex/domain/panelRuns"
import type { ProjectOverview } from "@auspex/domain/packetPublication"
import type { SurveyLink } from "@auspex/domain/surveyLinks"
import { Facts, type Html, Joined, timeOf, userText } from "../../kit/Html.tsx"
import { pageFrame } from "../../kit/PageFrame.tsx"
import { ButtonForm, Folded, FoldedForm } from "../../kit/PageForm.tsx"
import { audiences, linkable } from "../packets/PacketTexts.ts"
import { type AskedKind, QuestionForms, questionKinds } from "./QuestionForms.tsx"
import {
  DoneNotice,
  may,
  projectPath,
  Rows,
  State,
  workspacePath,
  type WorkspaceView
} from "../workspaces/WorkspaceFrame.tsx"

/** The kinds of projects as readers know them. */
export const projectKinds = {
  research: "Research project",
  survey: "Survey",
  audience: "Audience",
  simulation: "Simulation"
} as const

/** The mark of a project's status. */
export const ProjectState = ({ of }: { readonly of: ProjectOverview["status"] }) => (
  <State text={of} tone={of === "completed" ? "good" : undefined} />
)

interface ProjectView extends WorkspaceView {
  readonly project: ProjectOverview
}

interface ProjectPageView extends ProjectView {
  /** The links of a survey, through which people answer it; none for other projects. */
  readonly links: ReadonlyArray<SurveyLink>
}

/** The page of a project: its questions and sources, the progress of its panel, and its forms. */
export const projectPage = (view: ProjectPageView): string => {
  const { done, notice, project, reader, refused, workspace } = view
  return pageFrame({
    title: project.title,
    heading: userText(project.title),
    above: [["/research", "Workspaces"], [workspacePath(workspace.id), workspace.name]],
    reader,
    refused,
    notice,
    lead: (
      <>
        <Facts>
          {projectKinds[project.kind]}
          <ProjectState of={project.status} />
          {project.audience !== null && `For ${audiences[project.audience]}`}
          <>Last changed {timeOf(project.last_updated_at)}</>
        </Facts>
        <DoneNotice of={done} />
        {project.brief !== null && project.brief !== project.title && (
          <p class="brief" dir="auto">{userText(project.brief)}</p>
        )}
      </>
    ),
    body: (
      <>
        <ResponsesPart {...view} />
        <PanelPart {...project} />
        {/* Results come first; before the first run, the parts that a run needs. */}
        {project.last_run !== null && [<PacketPart {...view} />, <RunPart {...view} />]}
        <QuestionsPart {...view} />
        <SourcesPart {...view} />
        {project.last_run === null && <RunPart {...view} />}
        <ArchivePart {...view} />
      </>
    )
  })
}

/** A part of a page with a heading. */
export const Section = ({ children, id, title }: {
  readonly id: string
  readonly title: string
  readonly children: Html
}) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)

/** Whether the reader may change the project. */
export const canChange = (view: ProjectView): boolean => may(view, "write") && view.project.status !== "archived"

/** The segments of a panel of personas. */
export const PanelRows = ({ segments }: AudiencePanel) => (
  <Rows
    items={segments.map(({ archetype, name, persona, size, weight }) => (
      <>
        <h3>{userText(name)}</h3>
        <p class="meta">{counted(size, "respondent")} · weight {weight}</p>
        <p dir="auto">{userText(persona ?? archetype ?? "")}</p>
      </>
    ))}
  />
)

const PanelPart = ({ kind, panel }: ProjectOverview) =>
  panel && (
    <Section id="panel" title={kind === "survey" ? "Personas" : "Who answers"}>
      {isAudiencePanel(panel)
        ? <PanelRows {...panel} />
        : <p>{counted(panel.experts, "expert")}, in {panel.rounds_max} rounds at most.</p>}
    </Section>
  )

const ResponsesPart = ({ links, project, workspace }: ProjectPageView) => {
  if (project.kind !== "survey") return null
  const responses = links.reduce((sum, { response_count }) => sum + response_count, 0)
  const open = links.filter(({ status }) => status === "open").length
  return (
    <Section id="responses" title="Responses">
      <p class="links">
        <a href={projectPath(workspace.id, project.id, "responses")}>
          {responses === 0 ? "Links and results" : `Results of ${counted(responses, "response")}`}
        </a>
        <span class="meta">
          {links.length === 0
            ? "No links yet, so nobody can answer."
            : `${open} of ${counted(links.length, "link")} open`}
        </span>
      </p>
    </Section>
  )
}

const PacketPart = ({ project, workspace }: ProjectView) => {
  const version = project.packet_version
  const path = projectPath(workspace.id, project.id, "packet")
  const earlier = Array.from({ length: Math.max(0, version - 1) }, (_, at) => version - 1 - at)
  return (
    <Section id="packet" title="Decision packet">
      {version === 0
        ? <p class="quiet">None yet. A run of the panel publishes it when it completes.</p>
        : (
          <p class="links">
            <a href={path}>Read version {version}</a>
            <a href={`${path}?format=markdown`}>As Markdown</a>
            <a href={`${path}?format=json`}>As JSON</a>
          </p>
        )}
      {earlier.length > 0 && (
        <p class="meta links">
          Earlier:{earlier.map((one) => <a href={`${path}?version=${one}`}>Version {one}</a>)}
        </p>
      )}
    </Section>
  )
}

const runReasons: Readonly<Record<NonNullable<PanelRun["reason"]>, string>> = {
  cancelled: "It was cancelled.",
  calls: "Its budget of requests is used up.",
  tokens: "Its budget of tokens is used up.",
  time: "Its time is over.",
  model_unavailable: "No model answered.",
  no_answers: "No answer was readable."
}

const runTone = ({ status }: PanelRun) =>
  status === "completed" ? "good" as const : status === "failed" ? "bad" as const : undefined

const RunText = ({ of: run }: { readonly of: PanelRun }) => (
  <>
    <p>
      <Joined between=" · ">
        <State text={run.status} tone={runTone(run)} />
        {`${run.reasoned} of ${counted(run.planned, "reasoning")}`}
        {run.ended_at === null
          ? <>Started {timeOf(run.created_at)}</>
          : <>Ended {timeOf(run.ended_at)}</>}
      </Joined>
    </p>
    {run.ended_at === null && <progress max={run.planned} value={run.reasoned} aria-label="Progress of the run" />}
    <p class="meta">
      {[
        ...(run.reason === null ? [] : [runReasons[run.reason]]),
        run.method === "extractive"
          ? "Without a model: the sources are quoted."
          : `${counted(run.calls, "request")} of ${run.budget.calls_max} to models, about ${
            counted(run.tokens, "token")
          }.`,
        ...(run.given_up.length === 0 ? [] : [`${counted(run.given_up.length, "reasoning")} failed.`])
      ].join(" ")}
    </p>
  </>
)

const RunPart = (view: ProjectView) => {
  const { project, workspace } = view
  const run = project.last_run
  const path = projectPath(workspace.id, project.id)
  const isLive = run !== null && run.ended_at === null
  const mayStart = canChange(view) && !isLive
  return (
    <Section id="run" title="Panel">
      {project.reasoning_count > 0 && <p class="meta">{counted(project.reasoning_count, "reasoning")} so far.</p>}
      {run === null ? <p class="quiet">The panel has not run.</p> : <RunText of={run} />}
      <div class="actions">
        {isLive && <LookAgain path={path} />}
        {isLive && canChange(view) && (
          <ButtonForm action={`${path}/runs/cancel`} submit="Cancel the run" kind="danger" />
        )}
        {mayStart && project.question_count > 0 && <ButtonForm action={`${path}/runs`} submit="Start a run" />}
        {mayStart && (run?.status === "stopped" || run?.status === "failed") && (
          <ButtonForm action={`${path}/runs/resume`} submit="Resume the last run" />
        )}
      </div>
    </Section>
  )
}

/** A form, because a link to the page where the reader is loads nothing again. */
const LookAgain = ({ path }: { readonly path: string }) => (
  <form method="get" action={path}>
    <button type="submit" class="quiet">Look again</button>
  </form>
)

const Listed = ({ name, texts }: { readonly name: string; readonly texts: ReadonlyArray<string> | null | undefined }) =>
  texts
    ? (
      <p class="meta">
        {name}: <Joined between=", ">{texts.map((one) => userText(one))}</Joined>
      </p>
    )
    : null

const QuestionRow = ({ of: question }: { readonly of: ProjectQuestion }) => {
  const { framing, kind, kind_options: options, resolution_date, resolution_signal, resolution_threshold } = question
  return (
    <>
      <h3 dir="auto">{userText(question.text)}</h3>
      <Facts>
        {questionKinds[kind ?? "words"]}
        {options?.scale && `${options.scale} points`}
        {options?.max && `${options.max} stars`}
        {resolution_signal !== null && `Settled by ${resolution_signal.replaceAll("_", " ")}`}
        {resolution_date !== null && `on ${resolution_date}`}
        {resolution_threshold !== null && userText(resolution_threshold)}
      </Facts>
      <Listed name="Options" texts={options?.options} />
      <Listed name="Rows" texts={options?.rows} />
      <Listed name="Columns" texts={options?.columns} />
      {options?.statement && <Listed name="Statement" texts={[options.statement]} />}
      {framing.warnings.length > 0 && (
        <ul class="plain" aria-label="Warnings">
          {framing.warnings.map(({ message }) => <li class="meta">⚠ {message}</li>)}
        </ul>
      )}
    </>
  )
}

const kindsOf = ({ kind }: ProjectOverview): ReadonlyArray<AskedKind> =>
  kind === "simulation"
    ? ["binary", "multi"]
    : ["binary", "multi", "matrix", "likert", "star_rating", ...(kind === "research" ? [] : ["words" as const])]

const QuestionsPart = (view: ProjectView) => {
  const { project, workspace } = view
  return (
    <Section id="questions" title="Questions">
      <Rows items={project.questions.map((question) => <QuestionRow of={question} />)} none="No questions yet." />
      {canChange(view) && (
        <>
          <h3 class="before">Add a question</h3>
          <QuestionForms
            action={projectPath(workspace.id, project.id, "questions")}
            kinds={kindsOf(project)}
            isForecast={project.kind === "research" || project.kind === "simulation"}
          />
        </>
      )}
    </Section>
  )
}

const sourceTone = ({ status }: ProjectSource) =>
  status === "ready" ? "good" as const : status === "rejected" ? "bad" as const : undefined

const sourceReason = ({ detail, reason }: ProjectSource): string =>
  reason === null
    ? detail ?? ""
    : `${reason === "duplicate" ? "The project has the same text from another source." : rejectionReasons[reason]}${
      detail === null ? "" : ` ${detail}`
    }`

const SourceAddress = ({ uri }: { readonly uri: string }) => {
  const address = linkable(uri)
  return address === null ? userText(uri) : <a href={address} rel="noopener noreferrer nofollow">{userText(uri)}</a>
}

const SourceRow = ({ of: source }: { readonly of: ProjectSource }) => (
  <>
    <div class="split">
      <h3 dir="auto">
        {source.title === null ? <SourceAddress uri={source.uri} /> : userText(source.title)}
      </h3>
      <State text={source.status} tone={sourceTone(source)} />
    </div>
    {source.title !== null && (
      <p class="meta">
        <SourceAddress uri={source.uri} />
      </p>
    )}
    {source.retrieved_at !== null && source.version > 0 && (
      <Facts>
        <>Version {source.version}, read {timeOf(source.retrieved_at)}</>
        {counted(source.passage_count, "passage")}
      </Facts>
    )}
    {source.change !== null && <p class="meta">{source.change}</p>}
    {sourceReason(source) !== "" && <p class="meta">{userText(sourceReason(source))}</p>}
  </>
)

const SourcesPart = (view: ProjectView) => {
  const { project, workspace } = view
  return (
    <Section id="sources" title="Sources">
      <Rows items={project.sources.map((source) => <SourceRow of={source} />)} none="No sources yet." />
      {canChange(view) && (
        <FoldedForm
          summary="Add a source"
          id="attach"
          action={projectPath(workspace.id, project.id, "sources")}
          fields={[
            {
              name: "uri",
              label: "Address",
              hint: "A public page with https. An address that is listed already is read again.",
              control: { as: "input", type: "url", required: true }
            },
            { name: "title", label: "Title", hint: "The title of the page if left empty.", control: { as: "input" } }
          ]}
          submit="Add the source"
        />
      )}
    </Section>
  )
}

const ArchivePart = (view: ProjectView) =>
  canChange(view)
    ? (
      <Section id="archive" title="Archive">
        <Folded summary="Archive this project …">
          <p>An archived project stays readable and no longer changes. A run in progress is cancelled.</p>
          <ButtonForm
            action={projectPath(view.workspace.id, view.project.id, "archive")}
            submit="Archive it for good"
            kind="danger"
          />
        </Folded>
      </Section>
    )
    : null
