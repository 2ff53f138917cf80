import { counted, grouped } from "@auspex/domain/kernel"
import { isAudiencePanel } from "@auspex/domain/panels"
import { percentWords } from "@auspex/domain/packets"
import type { ProjectOverview } from "@auspex/domain/panelRuns"
import {
  type CountedRow,
  type CreatedSurveyLink,
  linkDaysMax,
  linkNameMax,
  linksPerProjectMax,
  type PanelQuestionResult,
  type ResponseQuestion,
  type ResponseResults,
  responsesPerLinkMax,
  type SurveyLink
} from "@auspex/domain/surveyLinks"
import { html, htmlText, link, paragraph, said, timeOf } from "../../kit/Html.ts"
import { buttonForm, pageForm } from "../../kit/PageForm.ts"
import { pageFrame } from "../../kit/PageFrame.ts"
import { canChange, panelRows, section } from "../../research/projects/ProjectPage.ts"
import { questionKinds } from "../../research/projects/QuestionForms.ts"
import { segmentField } from "../../research/projects/SegmentField.ts"
import { countedShares, pooledShares, rangeWords, type ShareRow, shareRows, shareTable } from "./ShareRows.ts"
import {
  dotted,
  folded,
  notice,
  projectPath,
  rows,
  shownOnce,
  state,
  workspacePath,
  type WorkspaceView
} from "../../research/workspaces/WorkspaceFrame.ts"

interface ResponsesView extends WorkspaceView {
  readonly project: ProjectOverview
  /** All of the survey, newest first. */
  readonly links: ReadonlyArray<SurveyLink>
  readonly results: ResponseResults
  /** The newest answers in words, by question. */
  readonly words: ReadonlyMap<string, ReadonlyArray<string>>
  /** A link that was made just now, with its address. */
  readonly created?: CreatedSurveyLink
}

/** What people and personas answered to a survey, and the links through which people do. */
export const responsesPage = (view: ResponsesView): string => {
  const { created, done, links, project, reader, results, workspace } = view
  // What there is to read comes first; before the first response, what it takes.
  const parts = results.responses === 0
    ? [linksPart(view), personasPart(view), resultsPart(view)]
    : [resultsPart(view), personasPart(view), linksPart(view)]
  return pageFrame({
    title: `Responses · ${project.title}`,
    heading: "Responses",
    above: [
      ["/research", "Workspaces"],
      [workspacePath(workspace.id), workspace.name],
      [projectPath(workspace.id, project.id), project.title]
    ],
    reader,
    lead: [
      html(
        "p",
        { class: "meta" },
        htmlText(`${counted(results.responses, "response")} through ${counted(links.length, "link")}.`)
      ),
      notice(done),
      created === undefined ? "" : shownOnce(`The address of the link “${created.link.name}”`, created.url)
    ].join("\n"),
    body: parts.join("\n")
  })
}

const linkRow = (view: ResponsesView, one: SurveyLink): string => {
  const { closed_at, closes_at, name, response_count, responses_max, status } = one
  return html(
    "div",
    { class: "split" },
    html(
      "div",
      {},
      html("h3", { dir: "auto" }, said(name)),
      html(
        "p",
        { class: "meta" },
        dotted([
          state(status, status === "open" ? "good" : undefined),
          htmlText(`${grouped(response_count)} of ${counted(responses_max, "response")}`),
          closed_at !== null
            ? `closed ${timeOf(closed_at)}`
            : closes_at !== null
            ? `${status === "expired" ? "ended" : "ends"} ${timeOf(closes_at)}`
            : ""
        ])
      )
    ),
    status === "open" && canChange(view)
      ? buttonForm({
        action: projectPath(
          view.workspace.id,
          view.project.id,
          `responses/links/${encodeURIComponent(one.id)}/close`
        ),
        formToken: view.reader.formToken,
        submit: "Close",
        kind: "danger",
        label: `Close the link ${name}`
      })
      : ""
  )
}

const linksPart = (view: ResponsesView): string => {
  const { links, project, reader: { formToken }, refused, workspace } = view
  return section(
    "links",
    "Links",
    paragraph("Whoever has the address of an open link may answer, without an account.", "quiet"),
    rows(links.map((one) => linkRow(view, one)), "No links yet."),
    !canChange(view) ? "" : links.length >= linksPerProjectMax && refused?.id !== "link"
      ? paragraph(`A survey has at most ${linksPerProjectMax} links.`, "meta")
      : folded(
        "Make a link",
        pageForm({
          id: "link",
          action: projectPath(workspace.id, project.id, "responses/links"),
          formToken,
          fields: [
            {
              name: "name",
              label: "Name",
              hint: "Whom it is for. Those who answer do not see it.",
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
              hint: `At most ${linkDaysMax} days from now. Without one, the link is open until it is closed.`,
              control: { as: "input", type: "datetime-local" }
            }
          ],
          submit: "Make the link",
          refused
        }),
        { isOpen: refused?.id === "link" }
      )
  )
}

/** Mean, median, and the highest and lowest points of a scale. */
const scaleText = ({ bottom_box, mean, mean_interval, median, top_box }: CountedRow): string => {
  if (mean === null || median === null) return ""
  const interval = mean_interval === null
    ? ""
    : ` (${mean_interval.low.toFixed(2)} to ${mean_interval.high.toFixed(2)})`
  const boxes = [top_box, bottom_box].flatMap((box) =>
    box === null ? [] : [`${box.points.join(" or ")}: ${percentWords(box.share)} (${rangeWords(box.interval)})`]
  )
  return html(
    "p",
    { class: "meta" },
    dotted([`Mean ${mean.toFixed(2)}${interval}`, `median ${median}`, ...boxes].map(htmlText))
  )
}

/** A question with the same rows for everything that its answers are divided by, such as links. */
const divided = (
  summary: string,
  what: string,
  parts: ReadonlyArray<{ readonly name: string; readonly rows: (name?: string) => ReadonlyArray<ShareRow> }>
): string => {
  const [first] = parts
  const isMatrix = (first?.rows()[0]?.name ?? "") !== ""
  if (first === undefined || first.rows().length === 0) return ""
  return folded(
    summary,
    isMatrix
      ? parts.map(({ name, rows: of }) =>
        shareTable(of(), { label: `${what} ${name}`, rows: "Row", caption: said(name) })
      ).join("")
      : shareTable(parts.flatMap(({ name, rows: of }) => of(name)), { label: summary, rows: what })
  )
}

const questionHead = (at: number, { statement, text }: ResponseQuestion): string =>
  html("h3", { dir: "auto" }, `${at + 1}. `, said(text))
  + (statement === null ? "" : html("p", { class: "meta", dir: "auto" }, "“", said(statement), "”"))

const resultRow = ({ results: { by_link }, words }: ResponsesView, question: ResponseQuestion, at: number): string => {
  const { answered, kind, question_id, rows: own, unanswered } = question
  const texts = words.get(question_id) ?? []
  return [
    questionHead(at, question),
    html(
      "p",
      { class: "meta" },
      dotted([
        questionKinds[kind ?? "words"],
        htmlText(`${grouped(answered)} answered`),
        unanswered === 0 ? "" : htmlText(`${grouped(unanswered)} did not`)
      ])
    ),
    answered === 0 ? "" : shareRows(own.map((row) => countedShares(row)), `Answers to question ${at + 1}`),
    kind === "matrix" ? "" : own.map(scaleText).join(""),
    answered === 0 ? "" : divided(
      "By link",
      "Link",
      by_link.map(({ name, questions }) => ({
        name,
        rows: (as) => (questions[at]?.rows ?? []).map((row) => countedShares(row, as))
      }))
    ),
    texts.length === 0 ? "" : folded(
      texts.length === answered ? "The answers" : `The newest ${texts.length} answers`,
      html("ul", { class: "answers" }, ...texts.map((one) => html("li", { dir: "auto" }, said(one))))
    )
  ].join("")
}

const resultsPart = (view: ResponsesView): string => {
  const { questions, responses, warnings } = view.results
  return responses === 0
    ? section("results", "What people answered", paragraph(warnings.join(" "), "empty"))
    : section(
      "results",
      "What people answered",
      ...warnings.map((one) => paragraph(`⚠ ${one}`, "meta")),
      paragraph(
        "Each answer has its share, the 95 % interval of the share, which is the line over its bar, and how often it was chosen.",
        "meta"
      ),
      rows(questions.map((question, at) => resultRow(view, question, at)), "The survey has no questions.")
    )
}

const personaRow = (question: ResponseQuestion, at: number, result: PanelQuestionResult): string =>
  [
    questionHead(at, question),
    html(
      "p",
      { class: "meta" },
      htmlText(`${counted(result.answered, "persona")} answered${result.aggregate === null ? ", in words" : ""}`)
    ),
    shareRows(
      (result.aggregate?.rows ?? []).map((row) => pooledShares(row, result.answered)),
      `What personas answered to question ${at + 1}`
    ),
    result.segments.length < 2 ? "" : divided(
      "By segment",
      "Segment",
      result.segments.map(({ answered, rows: own, segment }) => ({
        name: segment,
        rows: (as) => own.map((row) => pooledShares(row, answered, as))
      }))
    )
  ].join("")

const assignForm = ({ project, reader: { formToken }, refused, workspace }: ResponsesView): string =>
  folded(
    project.panel === null ? "Let personas answer" : "Assign other personas",
    pageForm({
      id: "panel",
      action: projectPath(workspace.id, project.id, "responses/panel"),
      formToken,
      fields: [segmentField],
      submit: "Assign the personas",
      refused
    }),
    {
      isOpen: refused?.id === "panel",
      about: "They answer in place of specialists when the survey is run, and are never counted with people."
    }
  )

const personasPart = (view: ResponsesView): string => {
  const { project, refused, results: { panel, questions }, workspace } = view
  // A form that came too late comes back with the reason.
  const canAssign = (project.last_run === null || refused?.id === "panel") && canChange(view)
  if (panel === null && project.panel === null && !canAssign) return ""
  const results = new Map((panel?.questions ?? []).map((result) => [result.question_id, result]))
  return section(
    "personas",
    panel === null ? "Personas" : "What personas answered",
    panel === null
      ? project.panel === null
        ? html("p", { class: "quiet" }, "None are assigned.")
        : html(
          "p",
          { class: "quiet" },
          "They have not answered: ",
          link(`${projectPath(workspace.id, project.id)}#run`, "the survey"),
          " is to be run first."
        )
      : html(
        "div",
        { class: "synthetic" },
        paragraph(`⚠ ${panel.warning}`),
        html(
          "p",
          { class: "meta" },
          link(projectPath(workspace.id, project.id, `packet?version=${panel.version}`), `Packet ${panel.version}`),
          `, ${timeOf(panel.published_at)}`
        ),
        rows(
          questions.flatMap((question, at) => {
            const result = results.get(question.question_id)
            return result === undefined ? [] : [personaRow(question, at, result)]
          }),
          ""
        )
      ),
    panel === null && isAudiencePanel(project.panel) ? panelRows(project.panel) : "",
    canAssign ? assignForm(view) : ""
  )
}
