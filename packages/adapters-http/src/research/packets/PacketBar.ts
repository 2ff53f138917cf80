import {
  intervalWords,
  type PacketAnswer,
  percentWords,
  type PooledOption,
  specialistName
} from "@auspex/domain/packets"
import { element } from "../../kit/Svg.ts"

/** What a bar shows of one option. */
export interface PacketBarInput {
  readonly option: PooledOption
  readonly name: string
  /** The probabilities that specialists give the option. */
  readonly specialists: ReadonlyArray<{ readonly specialist: string; readonly probability: number }>
  /** The crowd's share; undefined without a crowd. */
  readonly crowd?: number
}

/** A place on the bar in percent of its width. */
const place = (probability: number): string => `${Math.round(probability * 1_000) / 10}%`

const circle = (name: string, probability: number, cy: number, r: number): string =>
  element("circle", { class: name, cx: place(probability), cy, r })

const part = (name: string, from: number, to: number, y: number, height: number): string =>
  element("rect", { class: name, x: place(from), width: place(to - from), y, height, rx: height / 2 })

const meaningOf = ({ crowd, name, option: { interval, probability }, specialists }: PacketBarInput): string => {
  const range = interval === null || intervalWords(interval) === null
    ? ""
    : `, from ${percentWords(interval.low)} to ${percentWords(interval.high)}`
  const each = specialists.map((one) => `${specialistName(one.specialist)} ${percentWords(one.probability)}`)
  return [
    `${name}: ${percentWords(probability)}${range}`,
    ...(each.length === 0 ? [] : [`specialists: ${each.join(", ")}`]),
    ...(crowd === undefined ? [] : [`crowd ${percentWords(crowd)}`])
  ].join("; ")
}

/**
 * A bar from 0 to 100 % as SVG, as wide as its place: the interval, the pool as a dot on it, the specialists as small dots
 * below, and the crowd as an upright mark. It has no style of its own; `packetStyles` paints it.
 */
export const packetBar = (input: PacketBarInput): string => {
  const { crowd, option: { interval, probability }, specialists } = input
  return element(
    "svg",
    { class: "bar", role: "img", "aria-label": meaningOf(input) },
    part("track", 0, 1, 8, 2),
    interval === null ? "" : part("span", interval.low, interval.high, 5, 8),
    ...specialists.map((one) => circle("one", one.probability, 19, 2.5)),
    crowd === undefined ? "" : element("svg", { x: place(crowd), overflow: "visible" }, crowdMark),
    circle("panel", probability, 9, 5)
  )
}

const crowdMark = element("rect", { class: "crowd", x: -1.5, width: 3, y: 1, height: 16, rx: 1.5 })

const sample = (mark: string, meaning: string): string =>
  element("span", {}, element("svg", { "aria-hidden": "true" }, mark), meaning)

/** What the marks of the bars mean. */
export const packetLegend = (answers: ReadonlyArray<PacketAnswer>): string =>
  element(
    "p",
    { class: "legend" },
    sample(element("circle", { class: "panel", cx: 9, cy: 7, r: 5 }), "panel"),
    sample(element("rect", { class: "span", width: 18, y: 3, height: 8, rx: 4 }), "95\u00a0% interval"),
    sample(element("circle", { class: "one", cx: 9, cy: 7, r: 2.5 }), "a specialist"),
    answers.some(({ crowd }) => crowd !== null)
      ? sample(element("rect", { class: "crowd", x: 7.5, width: 3, height: 14, rx: 1.5 }), "the crowd")
      : ""
  )
