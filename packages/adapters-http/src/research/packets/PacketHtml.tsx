import { counted, excerpt } from "@auspex/domain/kernel"
import { type DecisionPacket, type PacketAnswer, percentWords, specialistName, spreadOf } from "@auspex/domain/packets"
import type { ChartTheme } from "../../kit/ChartTheme.ts"
import { PacketBar, PacketLegend } from "./PacketBar.tsx"
import { packetStyles } from "./packetStyles.ts"
import {
  answerText,
  changerText,
  sectionTitles,
  dissentText,
  linkable,
  movedText,
  packetFacts,
  type PacketNumbers,
  packetNumbers,
  probabilityText,
  roundCells,
  roundHeaders,
  segmentCells,
  segmentHeaders,
  shownOptions,
  useText
} from "./PacketTexts.ts"
import { type Html, Joined, userText } from "../../kit/Html.tsx"
import { pageDocument } from "../../kit/PageFrame.tsx"
import { dayText } from "../../kit/TimeTicks.ts"

type Claims = DecisionPacket["key_findings"]
type Citation = Claims[number]["citations"][number]

/** The longest title of a page, which browsers cut anyway. */
const titleMax = 100

/** A sentence made of numbers and quoted texts; no line begins with a percent sign. */
const stated = (sentence: string): string => sentence.replace(/(\d) %/g, "$1\u00a0%")

const Section = ({ children, class: className, title }: {
  readonly title: string
  readonly class?: string
  readonly children: Html
}) => (
  <section class={className}>
    <h2>{title}</h2>
    {children}
  </section>
)

interface ListProps {
  readonly as?: "ol" | "ul"
  readonly class?: string
  readonly items: ReadonlyArray<Html>
}

const List = ({ as: Tag = "ul", class: className, items }: ListProps) =>
  items.length === 0 ? null : <Tag class={className}>{items.map((item) => <li>{item}</li>)}</Tag>

interface TableProps {
  readonly caption: string
  readonly headers: ReadonlyArray<string>
  /** How many columns at the start are texts; the others are numbers. */
  readonly texts: number
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

const Table = ({ caption, headers, rows, texts }: TableProps) => {
  const classOf = (at: number) => at < texts ? undefined : "number"
  return rows.length === 0 ? null : (
    <div class="wide">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>{headers.map((name, at) => <th class={classOf(at)} scope="col">{name}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell, at) => <td class={classOf(at)}>{at < texts ? userText(cell) : stated(cell)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Quote = (
  { numbers: { evidenceOf }, of: citation }: { readonly numbers: PacketNumbers; readonly of: Citation }
) => {
  const number = evidenceOf(citation)!
  return (
    <blockquote dir="auto">
      “{userText(citation.quote)}” <a href={`#source-${number}`}>[{number}]</a>
    </blockquote>
  )
}

/**
 * A decision packet as a complete HTML page, also well-formed XML: it loads nothing, has no script, and is laid out for
 * screens from 320 pixels on and for paper. All texts are escaped, and only http and https addresses become links. A policy
 * can allow its one style sheet by the hash of `packetStyles`. Equal packets give equal pages.
 */
export const packetHtml = (packet: DecisionPacket, theme: ChartTheme = "auto"): string => {
  const numbers = packetNumbers(packet)
  const { answers, evidence_table, headline, key_findings, project, recommendation, risks } = packet
  const titles = sectionTitles(packet)
  return pageDocument({
    title: `${excerpt(project.title, titleMax)} · Decision packet`,
    styles: packetStyles(theme),
    body: (
      <main>
        <h1 dir="auto">{userText(project.title)}</h1>
        <List items={packetFacts(packet)} class="facts" />
        <p class="headline">{stated(headline)}</p>
        {project.brief !== null && <p dir="auto">{userText(project.brief)}</p>}
        <Section title="Recommendation">{recommendation.split("\n").map((line) => <p>{stated(line)}</p>)}</Section>
        {answers.length > 0 && (
          <Section title={titles.answers}>
            {answers.some(({ aggregate }) => aggregate !== null) && <PacketLegend answers={answers} />}
            {answers.map((answer, at) => <AnswerPart answer={answer} number={at + 1} numbers={numbers} />)}
          </Section>
        )}
        <ClaimsPart title={titles.findings} claims={key_findings} numbers={numbers} />
        <ClaimsPart title={titles.risks} claims={risks} numbers={numbers} />
        <ChangersPart packet={packet} numbers={numbers} />
        <ChangesPart packet={packet} numbers={numbers} />
        {evidence_table.length > 0 && (
          <Section title="Evidence" class="paged">
            {evidence_table.map((row, at) => <EvidencePart row={row} number={at + 1} />)}
          </Section>
        )}
        <MethodPart packet={packet} />
      </main>
    )
  })
}

interface AnswerPartProps {
  readonly answer: PacketAnswer
  readonly number: number
  readonly numbers: PacketNumbers
}

const AnswerPart = ({ answer, number, numbers }: AnswerPartProps) => {
  const { contributions, dissent, question, reading } = answer
  return (
    <article>
      <h3 dir="auto">{number}. {userText(question.text)}</h3>
      <p>{stated(reading)}</p>
      <Bars answer={answer} />
      <Table caption="By segment" headers={segmentHeaders} texts={2} rows={segmentCells(answer)} />
      <Table caption="Round by round" headers={roundHeaders} texts={2} rows={roundCells(answer)} />
      {dissent && (
        <p>
          <strong>Dissent:</strong> {stated(dissentText(dissent, answer))}.
          {dissent.claim && [" ", userText(dissent.claim.claim)]}
        </p>
      )}
      {dissent?.claim && <Quote of={dissent.claim.citation} numbers={numbers} />}
      {contributions.some((one) => one.answer !== null) && (
        <Table
          caption="Who answered what"
          headers={["Specialist", "Answer", "Probability", "Weight"]}
          texts={2}
          rows={contributions.map((one) => [
            specialistName(one.specialist),
            answerText(one.answer),
            probabilityText(one, answer),
            one.weight === 0 ? "–" : percentWords(one.weight)
          ])}
        />
      )}
    </article>
  )
}

/** The options of each row with their bars. */
const Bars = ({ answer }: { readonly answer: PacketAnswer }) => {
  const { aggregate, contributions, crowd, question } = answer
  return (aggregate?.rows ?? []).map(({ options, row }, at) => (
    <>
      {row !== "" && <h4 dir="auto">{userText(row)}</h4>}
      <List
        class="options"
        items={shownOptions(options, question).map((option, place) => {
          const share = crowd?.distribution[at]?.[place]
          return (
            <>
              <div class="row">
                <span>{userText(option.option)}</span>
                <span class="number">
                  <strong>{percentWords(option.probability)}</strong>
                  {option.interval && <small>{` (${spreadOf(answer, option.interval)})`}</small>}
                </span>
              </div>
              <PacketBar
                option={option}
                name={option.option}
                specialists={contributions.flatMap(({ distribution, specialist, weight }) => {
                  const given = distribution?.[at]?.[place]
                  return weight === 0 || given === undefined ? [] : [{ specialist, probability: given }]
                })}
                {...(share === undefined ? {} : { crowd: share })}
              />
            </>
          )
        })}
      />
    </>
  ))
}

interface ClaimsPartProps {
  readonly title: string
  readonly claims: Claims
  readonly numbers: PacketNumbers
}

const ClaimsPart = ({ claims, numbers, title }: ClaimsPartProps) =>
  claims.length === 0 ? null : (
    <Section title={title}>
      <List
        as="ol"
        class="claims"
        items={claims.map(({ citations, claim, uses }) => (
          <>
            <strong dir="auto">{userText(claim)}</strong>
            <List class="plain meta" items={uses.map((use) => useText(use, numbers))} />
            {citations.map((citation) => <Quote of={citation} numbers={numbers} />)}
          </>
        ))}
      />
    </Section>
  )

interface PacketPartProps {
  readonly packet: DecisionPacket
  readonly numbers: PacketNumbers
}

const ChangersPart = ({ numbers, packet: { what_would_change_our_mind: changers } }: PacketPartProps) =>
  changers.length === 0 ? null : (
    <Section title="What would change our mind">
      <List
        items={changers.map((changer) => (
          <>
            {userText(changer.text)} <small>{changerText(changer, numbers)}</small>
          </>
        ))}
      />
    </Section>
  )

const ChangesPart = ({ numbers: { questions }, packet: { changes } }: PacketPartProps) =>
  changes && (
    <Section title={`What moved since version ${changes.from_version}`}>
      {changes.moved.length === 0 && <p>No answer moved.</p>}
      <List
        items={changes.moved.map((moved) => (
          <>
            Question {questions.get(moved.question_id)}, {stated(movedText(moved))}
            <List class="meta" items={moved.why.map(stated)} />
          </>
        ))}
      />
      <List items={changes.why.map(stated)} />
    </Section>
  )

type EvidenceRow = DecisionPacket["evidence_table"][number]

const EvidencePart = ({ number, row }: { readonly row: EvidenceRow; readonly number: number }) => {
  const { content_hash, quote_count, quotes, retrieved_at, title, uri } = row
  const link = linkable(uri)
  return (
    <article id={`source-${number}`}>
      <h3 dir="auto">[{number}] {userText(title)}</h3>
      <List
        class="plain meta"
        items={[
          link === null ? userText(uri) : <a href={link} rel="noopener noreferrer">{userText(uri)}</a>,
          <>Retrieved on {dayText(retrieved_at)} (UTC), content {userText(content_hash)}</>,
          ...(quote_count > quotes.length ? [`${quotes.length} of ${counted(quote_count, "quote")}`] : [])
        ]}
      />
      {quotes.map(({ end, quote, start }) => (
        <blockquote dir="auto">
          “{userText(quote)}” <small>{start} to {end}</small>
        </blockquote>
      ))}
    </article>
  )
}

const MethodPart = ({ packet: { id, method, project_id } }: { readonly packet: DecisionPacket }) => (
  <Section title="Method" class="method">
    <List items={method.steps.map(stated)} />
    <Table
      caption="Track records and weights"
      headers={["Specialist", "Resolved", "Mean Brier score", "Weight"]}
      texts={1}
      rows={method.specialists.map(({ mean_brier, resolved, specialist, weight }) => [
        specialistName(specialist),
        String(resolved),
        mean_brier === null ? "–" : mean_brier.toFixed(3),
        percentWords(weight)
      ])}
    />
    <p>
      Rules {userText(method.rules_version)}:{" "}
      <Joined between=", ">
        {Object.entries(method.constants).map(([name, value]) =>
          `${name} ${value}`
        )}
      </Joined>.
    </p>
    <p>
      Packet {userText(id)} of project {userText(project_id)}, from {counted(method.reasoning_ids.length, "reasoning")}.
    </p>
  </Section>
)
