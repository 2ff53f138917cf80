import { counted, grouped } from "@auspex/domain/kernel"
import { isAudiencePanel } from "@auspex/domain/panels"
import { percentWords } from "@auspex/domain/packets"
import type { ProjectOverview } from "@auspex/domain/packetPublication"
import {
  type CountedRow,
  linkDaysMax,
  linkNameMax,
  linksPerProjectMax,
  type PanelQuestionResult,
  type ResponseQuestion,
  type ResponseResults,
  responsesPerLinkMax,
  type SurveyLink
} from "@auspex/domain/surveyLinks"
import { Facts, timeOf, userText } from "../../kit/Html.tsx"
import { ButtonForm, type Field, Folded, FoldedForm } from "../../kit/PageForm.tsx"
import { pageFrame } from "../../kit/PageFrame.tsx"
import { canChange, PanelRows, Section } from "../../research/projects/ProjectPage.tsx"
import { questionKinds } from "../../research/projects/QuestionForms.tsx"
import { segmentField } from "../../research/projects/SegmentField.ts"
import { countedShares, pooledShares, rangeWords, type ShareRow, ShareRows, ShareTable } from "./ShareRows.tsx"
import {
  DoneNotice,
  projectPath,
  Rows,
  State,
  workspacePath,
  type WorkspaceView
} from "../../research/workspaces/WorkspaceFrame.tsx"

interface ResponsesView extends WorkspaceView {
  readonly project: ProjectOverview
  /** All of the survey, newest first. */
  readonly links: ReadonlyArray<SurveyLink>
  readonly results: ResponseResults
  /** The newest answers in words, by question. */
  readonly words: ReadonlyMap<string, ReadonlyArray<string>>
}

/** The answers of people and personas to a survey, and the links through which people answer. */
export const responsesPage = (view: ResponsesView): string => {
  const { done, links, notice, project, reader, refused, results, workspace } = view
  return pageFrame({
    title: `Responses · ${project.title}`,
    heading: "Responses",
    above: [
      ["/research", "Workspaces"],
      [workspacePath(workspace.id), workspace.name],
      [projectPath(workspace.id, project.id), project.title]
    ],
    reader,
    refused,
    notice,
    lead: (
      <>
        <p class="meta">{counted(results.responses, "response")} through {counted(links.length, "link")}.</p>
        <DoneNotice of={done} />
      </>
    ),
    // Results come first; before the first response, the links.
    body: results.responses === 0
      ? [<LinksPart {...view} />, <PersonasPart {...view} />, <ResultsPart {...view} />]
      : [<ResultsPart {...view} />, <PersonasPart {...view} />, <LinksPart {...view} />]
  })
}

const LinkRow = ({ of, view }: { readonly view: ResponsesView; readonly of: SurveyLink }) => {
  const { closed_at, closes_at, id, name, response_count, responses_max, status } = of
  return (
    <div class="split">
      <div>
        <h3 dir="auto">{userText(name)}</h3>
        <Facts>
          <State text={status} tone={status === "open" ? "good" : undefined} />
          {`${grouped(response_count)} of ${counted(responses_max, "response")}`}
          {closed_at !== null
            ? <>closed {timeOf(closed_at)}</>
            : closes_at !== null && <>{status === "expired" ? "ended" : "ends"} {timeOf(closes_at)}</>}
        </Facts>
      </div>
      {status === "open" && canChange(view) && (
        <ButtonForm
          action={projectPath(view.workspace.id, view.project.id, `responses/links/${encodeURIComponent(id)}/close`)}
          submit="Close"
          kind="danger"
          label={`Close the link ${name}`}
        />
      )}
    </div>
  )
}

const linkFields: ReadonlyArray<Field> = [
  {
    name: "name",
    label: "Name",
    hint: "A note about the recipients, who do not see it.",
    control: { as: "input", required: true, maxlength: linkNameMax }
  },
  {
    name: "responses_max",
    label: "Responses at most",
    hint: `${grouped(responsesPerLinkMax)}, unless you give fewer. 1 makes an invitation for one person.`,
    control: { as: "input", type: "number", min: 1, max: responsesPerLinkMax }
  },
  {
    name: "closes_at",
    label: "End (UTC)",
    hint: `At most ${linkDaysMax} days from now. If left empty, the link is open until you close it.`,
    control: { as: "input", type: "datetime-local" }
  }
]

const LinksPart = (view: ResponsesView) => {
  const { links, project, refused, workspace } = view
  const isFull = links.length >= linksPerProjectMax && refused?.id !== "link"
  return (
    <Section id="links" title="Links">
      <p class="quiet">Whoever has the address of an open link may answer, without an account.</p>
      <Rows items={links.map((one) => <LinkRow view={view} of={one} />)} none="No links yet." />
      {canChange(view) && (isFull
        ? <p class="meta">A survey has at most {linksPerProjectMax} links.</p>
        : (
          <FoldedForm
            summary="Make a link"
            id="link"
            action={projectPath(workspace.id, project.id, "responses/links")}
            fields={linkFields}
            submit="Make the link"
          />
        ))}
    </Section>
  )
}

/** Mean, median, and the highest and lowest points of a scale. */
const ScaleFacts = ({ of: { bottom_box, mean, mean_interval, median, top_box } }: { readonly of: CountedRow }) => {
  if (mean === null || median === null) return null
  const interval = mean_interval && ` (${mean_interval.low.toFixed(2)} to ${mean_interval.high.toFixed(2)})`
  return (
    <Facts>
      {`Mean ${mean.toFixed(2)}${interval ?? ""}`}
      {`median ${median}`}
      {[top_box, bottom_box].map((box) =>
        box && `${box.points.join(" or ")}: ${percentWords(box.share)} (${rangeWords(box.interval)})`
      )}
    </Facts>
  )
}

interface DividedProps {
  readonly summary: string
  /** The heading of the parts, such as "Link". */
  readonly heading: string
  readonly parts: ReadonlyArray<{ readonly name: string; readonly rows: (name?: string) => ReadonlyArray<ShareRow> }>
}

/** A question with the same rows for each part of its answers, such as those of a link. */
const Divided = ({ heading, parts, summary }: DividedProps) => {
  const [first] = parts
  if (first === undefined || first.rows().length === 0) return null
  const isMatrix = (first.rows()[0]?.name ?? "") !== ""
  return (
    <Folded summary={summary}>
      {isMatrix
        ? parts.map(({ name, rows }) => (
          <ShareTable rows={rows()} label={`${heading} ${name}`} heading="Row" caption={userText(name)} />
        ))
        : <ShareTable rows={parts.flatMap(({ name, rows }) => rows(name))} label={summary} heading={heading} />}
    </Folded>
  )
}

const QuestionHead = ({ at, of: { statement, text } }: { readonly at: number; readonly of: ResponseQuestion }) => (
  <>
    <h3 dir="auto">{at + 1}. {userText(text)}</h3>
    {statement !== null && <p class="meta" dir="auto">“{userText(statement)}”</p>}
  </>
)

interface ResultRowProps {
  readonly view: ResponsesView
  readonly question: ResponseQuestion
  readonly at: number
}

const ResultRow = ({ at, question, view: { results: { by_link }, words } }: ResultRowProps) => {
  const { answered, kind, question_id, rows: own, unanswered } = question
  const texts = words.get(question_id) ?? []
  return (
    <>
      <QuestionHead at={at} of={question} />
      <Facts>
        {questionKinds[kind ?? "words"]}
        {`${grouped(answered)} answered`}
        {unanswered > 0 && `${grouped(unanswered)} did not`}
      </Facts>
      {answered > 0 && (
        <ShareRows
          rows={own.map((row) => countedShares(row))}
          label={`Answers to question ${at + 1}`}
        />
      )}
      {kind !== "matrix" && own.map((row) => <ScaleFacts of={row} />)}
      {answered > 0 && (
        <Divided
          summary="By link"
          heading="Link"
          parts={by_link.map(({ name, questions }) => ({
            name,
            rows: (as) => (questions[at]?.rows ?? []).map((row) => countedShares(row, as))
          }))}
        />
      )}
      {texts.length > 0 && (
        <Folded summary={texts.length === answered ? "The answers" : `The newest ${texts.length} answers`}>
          <ul class="answers">
            {texts.map((one) => <li dir="auto">{userText(one)}</li>)}
          </ul>
        </Folded>
      )}
    </>
  )
}

const ResultsPart = (view: ResponsesView) => {
  const { questions, responses, warnings } = view.results
  return (
    <Section id="results" title="What people answered">
      {responses === 0 ? <p class="empty">{warnings.join(" ")}</p> : (
        <>
          {warnings.map((one) => <p class="meta">⚠ {one}</p>)}
          <p class="meta">
            Each answer has its share, the 95 % interval of the share, which is the line over its bar, and how often it
            was chosen.
          </p>
          <Rows
            items={questions.map((question, at) => <ResultRow view={view} question={question} at={at} />)}
            none="The survey has no questions."
          />
        </>
      )}
    </Section>
  )
}

interface PersonaRowProps {
  readonly question: ResponseQuestion
  readonly at: number
  readonly result: PanelQuestionResult
}

const PersonaRow = ({ at, question, result: { aggregate, answered, segments } }: PersonaRowProps) => (
  <>
    <QuestionHead at={at} of={question} />
    <p class="meta">{`${counted(answered, "persona")} answered${aggregate === null ? ", in words" : ""}`}</p>
    <ShareRows
      rows={(aggregate?.rows ?? []).map((row) => pooledShares(row, answered))}
      label={`What personas answered to question ${at + 1}`}
    />
    {segments.length > 1 && (
      <Divided
        summary="By segment"
        heading="Segment"
        parts={segments.map(({ answered, rows: own, segment }) => ({
          name: segment,
          rows: (as) => own.map((row) => pooledShares(row, answered, as))
        }))}
      />
    )}
  </>
)

type Panel = NonNullable<ResponseResults["panel"]>

const PersonaResults = ({ panel, view }: { readonly panel: Panel; readonly view: ResponsesView }) => {
  const { project, results: { questions }, workspace } = view
  const results = new Map(panel.questions.map((result) => [result.question_id, result]))
  return (
    <div class="synthetic">
      <p>⚠ {panel.warning}</p>
      <p class="meta">
        <a href={projectPath(workspace.id, project.id, `packet?version=${panel.version}`)}>Packet {panel.version}</a>
        {", "}
        {timeOf(panel.published_at)}
      </p>
      <Rows
        items={questions.flatMap((question, at) => {
          const result = results.get(question.question_id)
          return result === undefined ? [] : [<PersonaRow question={question} at={at} result={result} />]
        })}
      />
    </div>
  )
}

const PersonasPart = (view: ResponsesView) => {
  const { project, refused, results: { panel }, workspace } = view
  const path = projectPath(workspace.id, project.id)
  // A form that came too late comes back with the reason.
  const canAssign = (project.last_run === null || refused?.id === "panel") && canChange(view)
  if (panel === null && project.panel === null && !canAssign) return null
  return (
    <Section id="personas" title={panel === null ? "Personas" : "What personas answered"}>
      {panel !== null ? <PersonaResults panel={panel} view={view} /> : project.panel === null
        ? <p class="quiet">None are assigned.</p>
        : (
          <p class="quiet">
            They have not answered: <a href={`${path}#run`}>the survey</a> is to be run first.
          </p>
        )}
      {panel === null && isAudiencePanel(project.panel) && <PanelRows {...project.panel} />}
      {canAssign && (
        <FoldedForm
          summary={project.panel === null ? "Let personas answer" : "Assign other personas"}
          about="They answer in place of specialists when the survey is run, and are never counted with people."
          id="panel"
          action={`${path}/responses/panel`}
          fields={[segmentField]}
          submit="Assign the personas"
        />
      )}
    </Section>
  )
}
