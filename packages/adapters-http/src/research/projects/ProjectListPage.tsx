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
import { Facts, timeOf, userText } from "../../kit/Html.tsx"
import { type Field, FoldedForm, type Options, SelectOptions } from "../../kit/PageForm.tsx"
import { audiences } from "../packets/PacketTexts.ts"
import { projectKinds, ProjectState } from "./ProjectPage.tsx"
import { resolutionFields } from "./QuestionForms.tsx"
import { segmentField } from "./SegmentField.ts"
import {
  may,
  Pager,
  projectPath,
  Rows,
  workspaceFrame,
  workspacePath,
  type WorkspaceView
} from "../workspaces/WorkspaceFrame.tsx"

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
  const path = workspacePath(workspace.id)
  return workspaceFrame(
    view,
    "projects",
    <>
      <h2>{isFiltered ? counted(page.total, "matching project") : "Projects"}</h2>
      {(page.total > 0 || isFiltered) && <FilterBar path={path} filter={filter} />}
      <Rows
        items={page.items.map((project) => <ProjectRow workspaceId={workspace.id} project={project} />)}
        none={isFiltered ? "No project matches." : "No projects yet."}
      />
      <Pager path={path} query={{ ...filter }} next={page.next_cursor} />
      {may(view, "write") && <NewProjects workspaceId={workspace.id} />}
    </>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly chosen: string | undefined
  readonly options: Options
}

const Choice = ({ chosen, label, name, options }: ChoiceProps) => (
  <div class="field">
    <label for={`filter-${name}`}>{label}</label>
    <select id={`filter-${name}`} name={name}>
      <option value="">All</option>
      <SelectOptions options={options} chosen={chosen} />
    </select>
  </div>
)

const statuses = ProjectStatus.literals.map((one) => [one, one] as const)
const kinds = ProjectKind.literals.map((one) => [one, projectKinds[one]] as const)

const FilterBar = ({ filter, path }: { readonly path: string; readonly filter: ProjectFilter }) => (
  <form method="get" action={path} class="bar">
    <Choice name="status" label="Status" chosen={filter.status} options={statuses} />
    <Choice name="kind" label="Kind" chosen={filter.kind} options={kinds} />
    <button type="submit" class="quiet">Filter</button>
  </form>
)

const ProjectRow = ({ project, workspaceId }: { readonly workspaceId: string; readonly project: Project }) => (
  <>
    <div class="split">
      <h3 dir="auto">
        <a href={projectPath(workspaceId, project.id)}>{userText(project.title)}</a>
      </h3>
      <ProjectState of={project.status} />
    </div>
    <Facts>
      {projectKinds[project.kind]}
      {counted(project.question_count, "question")}
      {counted(project.source_count, "source")}
      {counted(project.reasoning_count, "reasoning")}
      {timeOf(project.last_updated_at)}
    </Facts>
  </>
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
  hint: "One per line. More questions, also of other kinds, can be added afterwards.",
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

const NewProjects = ({ workspaceId }: { readonly workspaceId: string }) => (
  <>
    <h2>New project</h2>
    {forms.map(([kind, fields]) => (
      <FoldedForm
        summary={projectKinds[kind]}
        about={explanations[kind]}
        id={`new-${kind}`}
        action={workspacePath(workspaceId, `projects/new/${kind}`)}
        fields={fields}
        submit={`Create the ${projectKinds[kind].toLowerCase()}`}
      />
    ))}
  </>
)
