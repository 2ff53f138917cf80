import { grouped, type Interval } from "@auspex/domain/kernel"
import { type PooledRow, percentWords } from "@auspex/domain/packets"
import type { CountedRow } from "@auspex/domain/surveyLinks"
import { html, htmlText, said } from "../../kit/Html.ts"
import { element } from "../../kit/Svg.ts"

/** An option with its share, from 0 to 1. */
interface SharedOption {
  readonly option: string
  readonly share: number
  /** Its 95 % interval; null where there is none. */
  readonly interval: Interval | null
  /** How many chose it, if it was counted. */
  readonly count?: number
}

/** The options of a row: of a question, or of what its name says. */
export interface ShareRow {
  readonly name: string
  /** How many answered; none of the options has a share without one. */
  readonly answered: number
  readonly options: ReadonlyArray<SharedOption>
  /** Of a scale or of stars. */
  readonly mean: number | null
}

/** A row that was counted among people. */
export const countedShares = ({ answered, mean, options, row }: CountedRow, name = row): ShareRow => ({
  name,
  answered,
  options,
  mean
})

/** A row that so many personas answered together. */
export const pooledShares = ({ mean, options, row }: PooledRow, answered: number, name = row): ShareRow => ({
  name,
  answered,
  options: options.map(({ interval, option, probability }) => ({ option, share: probability, interval })),
  mean
})

/**
 * An interval of shares in whole per cent.
 *
 * @example rangeWords({ low: 0.3755, high: 0.9638 }) // "38 to 96 %"
 */
export const rangeWords = ({ high, low }: Interval): string => `${Math.round(low * 100)} to ${percentWords(high)}`

/** A bar as long as a share, with its interval as a line over it. The numbers beside it say the same. */
const bar = ({ interval, share }: SharedOption): string =>
  element(
    "svg",
    { class: "share", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    element("rect", { class: "part", width: share * 100, height: 10 }),
    interval === null ? "" : element("path", {
      class: "interval",
      d: [[interval.low, interval.high, 5], [interval.low, interval.low, 1], [interval.high, interval.high, 1]]
        .map(([from, to, y]) => `M${(from! * 100).toFixed(2)} ${y}L${(to! * 100).toFixed(2)} ${y === 5 ? 5 : 9}`).join(
          ""
        )
    })
  )

/** Whether all options have names that fit into a narrow column, such as those of a scale. */
const areShort = (options: ReadonlyArray<SharedOption>): boolean => options.every(({ option }) => option.length <= 4)

const list = (options: ReadonlyArray<SharedOption>): string =>
  html(
    "ul",
    { class: areShort(options) ? "shares short" : "shares" },
    ...options.map((one) =>
      html(
        "li",
        {},
        html("span", { class: "option", dir: "auto" }, said(one.option)),
        html(
          "span",
          { class: "numbers" },
          html("b", {}, percentWords(one.share)),
          one.interval === null ? "" : html("span", { class: "meta" }, rangeWords(one.interval)),
          one.count === undefined ? "" : html("span", { class: "meta" }, htmlText(`${grouped(one.count)}×`))
        ),
        bar(one)
      )
    )
  )

/** How a table of rows is called, and what its rows are. */
interface TableNames {
  /** What the table shows, for those who do not see it. */
  readonly label: string
  /** What the rows are, such as "Link". */
  readonly rows: string
  /** What stands above it, as markup. */
  readonly caption?: string
}

/** Rows with the same options as a table, which scrolls where the screen is too narrow. */
export const shareTable = (rows: ReadonlyArray<ShareRow>, { caption, label, rows: what }: TableNames): string => {
  const options = rows[0]?.options ?? []
  const hasMeans = rows.some(({ mean }) => mean !== null)
  const head = (text: string, className?: string) => html("th", { scope: "col", class: className, dir: "auto" }, text)
  return html(
    "div",
    { class: "scrolls", role: "region", tabindex: 0, "aria-label": label },
    html(
      "table",
      {},
      caption === undefined ? "" : html("caption", {}, caption),
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          head(htmlText(what)),
          head("Answered", "number"),
          hasMeans ? head("Mean", "number") : "",
          ...options.map(({ option }) => head(said(option), areShort(options) ? "point" : undefined))
        )
      ),
      html(
        "tbody",
        {},
        ...rows.map(({ answered, mean, name, options: own }) =>
          html(
            "tr",
            {},
            html("th", { scope: "row", dir: "auto" }, said(name)),
            html("td", {}, htmlText(grouped(answered))),
            hasMeans ? html("td", {}, mean === null ? "–" : mean.toFixed(2)) : "",
            ...own.map((one) =>
              html(
                "td",
                {},
                answered === 0 ? "–" : [
                  html("b", {}, percentWords(one.share)),
                  bar(one),
                  one.interval === null ? "" : html("span", { class: "meta" }, rangeWords(one.interval))
                ].join("")
              )
            )
          )
        )
      )
    )
  )
}

/** The rows of a question: a bar for each option, or a table for a matrix. */
export const shareRows = (rows: ReadonlyArray<ShareRow>, label: string): string => {
  const [first] = rows
  if (first === undefined) return ""
  if (first.name !== "") return shareTable(rows, { label, rows: "Row" })
  return first.answered === 0 ? "" : list(first.options)
}
