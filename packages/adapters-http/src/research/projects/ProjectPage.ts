import { rejectionReasons } from "@auspex/domain/evidence"
import { counted } from "@auspex/domain/kernel"
import { type AudiencePanel, isAudiencePanel } from "@auspex/domain/panels"
import type { ProjectQuestion, ProjectSource } from "@auspex/domain/projects"
import type { PanelRun, ProjectOverview } from "@auspex/domain/panelRuns"
import type { SurveyLink } from "@auspex/domain/surveyLinks"
import { html, htmlText, link, paragraph, said, timeOf } from "../../kit/Html.ts"
import { pageFrame } from "../../kit/PageFrame.ts"
import { buttonForm, pageForm } from "../../kit/PageForm.ts"
import { audiences, linkable } from "../packets/PacketTexts.ts"
import { type AskedKind, questionForms, questionKinds } from "./QuestionForms.ts"
import {
  dotted,
  folded,
  may,
  notice,
  projectPath,
  rows,
  state,
  workspacePath,
  type WorkspaceView
} from "../workspaces/WorkspaceFrame.ts"

/** The kinds of projects as readers know them. */
export const projectKinds = {
  research: "Research project",
  survey: "Survey",
  audience: "Audience",
  simulation: "Simulation"
} as const

/** The mark of a project's status. */
export const projectState = (status: ProjectOverview["status"]): string =>
  state(status, status === "completed" ? "good" : undefined)

interface ProjectView extends WorkspaceView {
  readonly project: ProjectOverview
}

interface ProjectPageView extends ProjectView {
  /** The links of a survey, through which people answer it; none for other projects. */
  readonly links: ReadonlyArray<SurveyLink>
}

/** The page of a project: its questions, its sources, the progress of its panel, and the possible actions. */
export const projectPage = (view: ProjectPageView): string => {
  const { project, reader, workspace } = view
  return pageFrame({
    title: project.title,
    heading: said(project.title),
    above: [["/research", "Workspaces"], [workspacePath(workspace.id), workspace.name]],
    reader,
    lead: [
      html(
        "p",
        { class: "meta" },
        dotted([
          projectKinds[project.kind],
          projectState(project.status),
          project.audience === null ? "" : htmlText(`For ${audiences[project.audience]}`),
          `Last changed ${timeOf(project.last_updated_at)}`
        ])
      ),
      notice(view.done),
      project.brief === null || project.brief === project.title
        ? ""
        : html("p", { class: "brief", dir: "auto" }, said(project.brief))
    ].join("\n"),
    body: [
      responsesPart(view),
      panelPart(project),
      // What there is to read comes first; before the first run, what a run needs.
      ...(project.last_run === null
        ? [questionsPart(view), sourcesPart(view), runPart(view)]
        : [packetPart(view), runPart(view), questionsPart(view), sourcesPart(view)]),
      archivePart(view)
    ].join("\n")
  })
}

/** A part of a page with a heading; `content` is markup. */
export const section = (id: string, title: string, ...content: ReadonlyArray<string>): string =>
  html("section", { id, "aria-labelledby": `${id}-title` }, html("h2", { id: `${id}-title` }, title), ...content)

/** Whether the reader may change the project. */
export const canChange = (view: ProjectView): boolean => may(view, "write") && view.project.status !== "archived"

/** The segments of a panel of personas. */
export const panelRows = ({ segments }: AudiencePanel): string =>
  rows(
    segments.map(({ archetype, name, persona, size, weight }) =>
      html("h3", {}, said(name))
      + html("p", { class: "meta" }, htmlText(`${counted(size, "respondent")} · weight ${weight}`))
      + html("p", { dir: "auto" }, said(persona ?? archetype ?? ""))
    ),
    ""
  )

const panelPart = ({ kind, panel }: ProjectOverview): string =>
  panel === null ? "" : section(
    "panel",
    kind === "survey" ? "Personas" : "Who answers",
    isAudiencePanel(panel)
      ? panelRows(panel)
      : paragraph(`${counted(panel.experts, "expert")}, in ${panel.rounds_max} rounds at most.`)
  )

const responsesPart = ({ links, project, workspace }: ProjectPageView): string => {
  if (project.kind !== "survey") return ""
  const responses = links.reduce((sum, { response_count }) => sum + response_count, 0)
  const open = links.filter(({ status }) => status === "open").length
  return section(
    "responses",
    "Responses",
    html(
      "p",
      { class: "links" },
      link(
        projectPath(workspace.id, project.id, "responses"),
        htmlText(responses === 0 ? "Links and results" : `Results of ${counted(responses, "response")}`)
      ),
      html(
        "span",
        { class: "meta" },
        htmlText(
          links.length === 0
            ? "No links yet, so nobody can answer."
            : `${open} of ${counted(links.length, "link")} open`
        )
      )
    )
  )
}

const packetPart = ({ project, workspace }: ProjectView): string => {
  const version = project.packet_version
  const path = projectPath(workspace.id, project.id, "packet")
  const earlier = Array.from({ length: Math.max(0, version - 1) }, (_, at) => version - 1 - at)
  return section(
    "packet",
    "Decision packet",
    version === 0
      ? html("p", { class: "quiet" }, "None yet. A run of the panel publishes it when it completes.")
      : html(
        "p",
        { class: "links" },
        link(path, `Read version ${version}`),
        link(`${path}?format=markdown`, "As Markdown"),
        link(`${path}?format=json`, "As JSON")
      ),
    earlier.length === 0 ? "" : html(
      "p",
      { class: "meta links" },
      "Earlier:",
      ...earlier.map((one) => link(`${path}?version=${one}`, `Version ${one}`))
    )
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

const runText = (run: PanelRun): string =>
  [
    html(
      "p",
      {},
      dotted([
        state(run.status, runTone(run)),
        htmlText(`${run.reasoned} of ${counted(run.planned, "reasoning")}`),
        run.ended_at === null ? `Started ${timeOf(run.created_at)}` : `Ended ${timeOf(run.ended_at)}`
      ])
    ),
    run.ended_at === null
      ? html("progress", { max: run.planned, value: run.reasoned, "aria-label": "Progress of the run" })
      : "",
    html(
      "p",
      { class: "meta" },
      htmlText([
        ...(run.reason === null ? [] : [runReasons[run.reason]]),
        run.method === "extractive"
          ? "Without a model: the sources are quoted."
          : `${counted(run.calls, "request")} of ${run.budget.calls_max} to models, about ${
            counted(run.tokens, "token")
          }.`,
        ...(run.given_up.length === 0 ? [] : [`${counted(run.given_up.length, "reasoning")} could not be had.`])
      ].join(" "))
    )
  ].join("\n")

const runPart = (view: ProjectView): string => {
  const { project, reader: { formToken }, workspace } = view
  const run = project.last_run
  const button = (part: string, submit: string, kind?: "quiet" | "danger"): string =>
    buttonForm({ action: projectPath(workspace.id, project.id, part), formToken, submit, kind: kind ?? "quiet" })
  const isLive = run !== null && run.ended_at === null
  return section(
    "run",
    "Panel",
    project.reasoning_count === 0
      ? ""
      : html("p", { class: "meta" }, htmlText(`${counted(project.reasoning_count, "reasoning")} so far.`)),
    run === null ? html("p", { class: "quiet" }, "The panel has not run.") : runText(run),
    html(
      "div",
      { class: "actions" },
      isLive ? lookAgain(projectPath(workspace.id, project.id)) : "",
      ...(canChange(view)
        ? isLive
          ? [button("runs/cancel", "Cancel the run", "danger")]
          : [
            ...(project.question_count === 0 ? [] : [button("runs", "Start a run")]),
            ...(run?.status === "stopped" || run?.status === "failed"
              ? [button("runs/resume", "Go on with the last run")]
              : [])
          ]
        : [])
    )
  )
}

/** A form, because a link to the page where the reader is loads nothing again. */
const lookAgain = (path: string): string =>
  html("form", { method: "get", action: path }, html("button", { type: "submit", class: "quiet" }, "Look again"))

const listed = (name: string, texts: ReadonlyArray<string> | null | undefined): string =>
  texts === null || texts === undefined
    ? ""
    : html("p", { class: "meta" }, `${name}: `, texts.map((one) => said(one)).join(", "))

const questionRow = (question: ProjectQuestion): string => {
  const { kind_options: options, resolution_date, resolution_signal, resolution_threshold } = question
  return [
    html("h3", { dir: "auto" }, said(question.text)),
    html(
      "p",
      { class: "meta" },
      dotted([
        questionKinds[question.kind ?? "words"],
        options?.scale ? `${options.scale} points` : "",
        options?.max ? `${options.max} stars` : "",
        resolution_signal === null ? "" : htmlText(`Settled by ${resolution_signal.replaceAll("_", " ")}`),
        resolution_date === null ? "" : htmlText(`on ${resolution_date}`),
        resolution_threshold === null ? "" : said(resolution_threshold)
      ])
    ),
    listed("Options", options?.options),
    listed("Rows", options?.rows),
    listed("Columns", options?.columns),
    options?.statement ? listed("Statement", [options.statement]) : "",
    question.framing.warnings.length === 0 ? "" : html(
      "ul",
      { class: "plain", "aria-label": "Warnings" },
      ...question.framing.warnings.map(({ message }) => html("li", { class: "meta" }, htmlText(`⚠ ${message}`)))
    )
  ].join("")
}

const kindsOf = ({ kind }: ProjectOverview): ReadonlyArray<AskedKind> =>
  kind === "simulation"
    ? ["binary", "multi"]
    : ["binary", "multi", "matrix", "likert", "star_rating", ...(kind === "research" ? [] : ["words" as const])]

const questionsPart = (view: ProjectView): string => {
  const { project, reader, refused, workspace } = view
  return section(
    "questions",
    "Questions",
    rows(project.questions.map(questionRow), "No questions yet."),
    canChange(view)
      ? html("h3", { class: "before" }, "Add a question")
        + questionForms({
          action: projectPath(workspace.id, project.id, "questions"),
          formToken: reader.formToken,
          kinds: kindsOf(project),
          isForecast: project.kind === "research" || project.kind === "simulation",
          refused
        })
      : ""
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

const sourceRow = (source: ProjectSource): string => {
  const address = linkable(source.uri)
  const shownAddress = address === null
    ? said(source.uri)
    : link(address, said(source.uri), { rel: "noopener noreferrer nofollow" })
  return [
    html(
      "div",
      { class: "split" },
      html("h3", { dir: "auto" }, source.title === null ? shownAddress : said(source.title)),
      state(source.status, sourceTone(source))
    ),
    source.title === null ? "" : html("p", { class: "meta" }, shownAddress),
    source.retrieved_at === null || source.version === 0 ? "" : html(
      "p",
      { class: "meta" },
      dotted([
        `Version ${source.version}, read ${timeOf(source.retrieved_at)}`,
        htmlText(counted(source.passage_count, "passage"))
      ])
    ),
    source.change === null ? "" : html("p", { class: "meta" }, htmlText(source.change)),
    sourceReason(source) === "" ? "" : html("p", { class: "meta" }, said(sourceReason(source)))
  ].join("")
}

const sourcesPart = (view: ProjectView): string => {
  const { project, reader, refused, workspace } = view
  return section(
    "sources",
    "Sources",
    rows(project.sources.map(sourceRow), "No sources yet."),
    canChange(view)
      ? folded(
        "Add a source",
        pageForm({
          id: "attach",
          action: projectPath(workspace.id, project.id, "sources"),
          formToken: reader.formToken,
          fields: [
            {
              name: "uri",
              label: "Address",
              hint: "A public page with https. An address that is listed already is read again.",
              control: { as: "input", type: "url", required: true }
            },
            { name: "title", label: "Title", hint: "That of the page, unless you give one.", control: { as: "input" } }
          ],
          submit: "Add the source",
          refused
        }),
        { isOpen: refused?.id === "attach" }
      )
      : ""
  )
}

const archivePart = (view: ProjectView): string =>
  canChange(view)
    ? section(
      "archive",
      "Archive",
      folded(
        "Archive this project …",
        paragraph("An archived project stays readable and changes no more. A run that is under way is cancelled.")
          + buttonForm({
            action: projectPath(view.workspace.id, view.project.id, "archive"),
            formToken: view.reader.formToken,
            submit: "Archive it for good",
            kind: "danger"
          })
      )
    )
    : ""
