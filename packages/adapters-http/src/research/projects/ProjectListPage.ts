import { counted, type Page } from "@auspex/domain/kernel"
import { Audience, expertsMax, expertsMin, roundsMax, roundsMin } from "@auspex/domain/panels"
import {
  briefLengthMax,
  briefLengthMin,
  type Project,
  ProjectKind,
  ProjectStatus,
  projectTitleMax
} from "@auspex/domain/projects"
import { html, htmlText, link, said, timeOf } from "../../kit/Html.ts"
import { type Field, pageForm } from "../../kit/PageForm.ts"
import { audiences } from "../packets/PacketTexts.ts"
import { projectKinds, projectState } from "./ProjectPage.ts"
import { resolutionFields } from "./QuestionForms.ts"
import { segmentField } from "./SegmentField.ts"
import {
  dotted,
  folded,
  may,
  pager,
  rows,
  workspaceFrame,
  workspacePath,
  type WorkspaceView,
  projectPath
} from "../workspaces/WorkspaceFrame.ts"

/** Which projects are listed. */
export interface ProjectFilter {
  readonly status?: ProjectStatus
  readonly kind?: ProjectKind
  readonly cursor?: string
}

interface ProjectListView extends WorkspaceView {
  readonly page: Page<Project>
  readonly filter: ProjectFilter
}

/** The projects of a workspace, and forms for new ones. */
export const projectListPage = (view: ProjectListView): string => {
  const { filter, page, workspace } = view
  const isFiltered = filter.status !== undefined || filter.kind !== undefined
  return workspaceFrame(
    view,
    "projects",
    [
      html("h2", {}, isFiltered ? counted(page.total, "matching project") : "Projects"),
      page.total > 0 || isFiltered ? filterBar(workspacePath(workspace.id), filter) : "",
      rows(
        page.items.map((project) => projectRow(workspace.id, project)),
        isFiltered ? "No project matches." : "No projects yet."
      ),
      pager(workspacePath(workspace.id), { ...filter }, page.next_cursor),
      may(view, "write") ? newProjects(view) : ""
    ].join("\n")
  )
}

const filterBar = (path: string, { kind, status }: ProjectFilter): string => {
  const choice = (
    name: string,
    label: string,
    chosen: string | undefined,
    options: ReadonlyArray<readonly [string, string]>
  ): string =>
    html(
      "div",
      { class: "field" },
      html("label", { for: `filter-${name}` }, label),
      html(
        "select",
        { id: `filter-${name}`, name },
        html("option", { value: "" }, "All"),
        ...options.map(([value, text]) => html("option", { value, selected: value === chosen }, text))
      )
    )
  return html(
    "form",
    { method: "get", action: path, class: "bar" },
    choice("status", "Status", status, ProjectStatus.literals.map((one) => [one, one])),
    choice("kind", "Kind", kind, ProjectKind.literals.map((one) => [one, projectKinds[one]])),
    html("button", { type: "submit", class: "quiet" }, "Filter")
  )
}

const projectRow = (workspaceId: string, project: Project): string =>
  html(
    "div",
    { class: "split" },
    html("h3", { dir: "auto" }, link(projectPath(workspaceId, project.id), said(project.title))),
    projectState(project.status)
  )
  + html(
    "p",
    { class: "meta" },
    dotted([
      projectKinds[project.kind],
      htmlText(counted(project.question_count, "question")),
      htmlText(counted(project.source_count, "source")),
      htmlText(counted(project.reasoning_count, "reasoning")),
      timeOf(project.last_updated_at)
    ])
  )

const title: Field = {
  name: "title",
  label: "Title",
  control: { as: "input", required: true, maxlength: projectTitleMax }
}

const brief = (required: boolean): Field => ({
  name: "brief",
  label: required ? "Brief" : "Brief, if there is one",
  hint: `What is to be decided, in ${briefLengthMin} to ${briefLengthMax} characters.`,
  control: { as: "area", rows: 5, required }
})

const questionLines: Field = {
  name: "questions",
  label: "Questions",
  hint: "One a line. More, and of other kinds, can be added afterwards.",
  areEntries: true,
  control: { as: "area", rows: 5, required: true }
}

const count = (name: string, label: string, min: number, max: number): Field => ({
  name,
  label,
  hint: `${min} to ${max}.`,
  control: { as: "input", type: "number", min, max, value: String(min), required: true }
})

const forms: ReadonlyArray<readonly [kind: ProjectKind, fields: ReadonlyArray<Field>]> = [
  ["research", [
    brief(true),
    {
      name: "audience",
      label: "For",
      hint: "Decides which specialists are on the panel.",
      control: {
        as: "select",
        options: [["", "Nobody in particular"], ...Audience.literals.map((one) => [one, audiences[one]] as const)]
      }
    }
  ]],
  ["survey", [title, questionLines]],
  ["audience", [
    title,
    questionLines,
    segmentField
  ]],
  ["simulation", [
    title,
    brief(false),
    {
      name: "text",
      label: "First question, to be answered with yes or no",
      hint: "More can be added afterwards.",
      covers: ["questions"],
      control: { as: "area", rows: 2, required: true }
    },
    ...resolutionFields.map((field) => ({ ...field, covers: [`questions[0].${field.name}`] })),
    count("experts", "Experts", expertsMin, expertsMax),
    count("rounds_max", "Rounds at most", roundsMin, roundsMax)
  ]]
]

const explanations: Readonly<Record<ProjectKind, string>> = {
  research: "A panel of specialists reasons over sources.",
  survey: "Questions to people or personas, answered in words or by choice.",
  audience: "A weighted panel of personas answers.",
  simulation: "Experts estimate in rounds."
}

const newProjects = ({ reader, refused, workspace }: ProjectListView): string =>
  html("h2", {}, "New project")
  + forms.map(([kind, fields]) =>
    folded(
      projectKinds[kind],
      pageForm({
        id: `new-${kind}`,
        action: workspacePath(workspace.id, `projects/new/${kind}`),
        formToken: reader.formToken,
        fields,
        submit: `Create the ${projectKinds[kind].toLowerCase()}`,
        refused
      }),
      { isOpen: refused?.id === `new-${kind}`, about: explanations[kind] }
    )
  ).join("\n")
