import {
  intervalWords,
  type PacketAnswer,
  percentWords,
  type PooledOption,
  specialistName
} from "@auspex/domain/packets"
import type { Html } from "../../kit/Html.tsx"

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

interface PartProps {
  readonly class: string
  readonly from: number
  readonly to: number
  readonly y: number
  readonly height: number
}

/** A horizontal part of the bar. */
const Part = ({ class: className, from, height, to, y }: PartProps) => (
  <rect class={className} x={place(from)} width={place(to - from)} y={y} height={height} rx={height / 2} />
)

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
export const PacketBar = (input: PacketBarInput) => {
  const { crowd, option: { interval, probability }, specialists } = input
  return (
    <svg class="bar" role="img" aria-label={meaningOf(input)}>
      <Part class="track" from={0} to={1} y={8} height={2} />
      {interval && <Part class="span" from={interval.low} to={interval.high} y={5} height={8} />}
      {specialists.map((one) => <circle class="one" cx={place(one.probability)} cy={19} r={2.5} />)}
      {crowd !== undefined && (
        <svg x={place(crowd)} overflow="visible">
          <rect class="crowd" x={-1.5} width={3} y={1} height={16} rx={1.5} />
        </svg>
      )}
      <circle class="panel" cx={place(probability)} cy={9} r={5} />
    </svg>
  )
}

const Sample = ({ children, meaning }: { readonly children: Html; readonly meaning: string }) => (
  <span>
    <svg aria-hidden="true">{children}</svg>
    {meaning}
  </span>
)

/** The meanings of the marks of the bars. */
export const PacketLegend = ({ answers }: { readonly answers: ReadonlyArray<PacketAnswer> }) => (
  <p class="legend">
    <Sample meaning="panel">
      <circle class="panel" cx={9} cy={7} r={5} />
    </Sample>
    <Sample meaning={"95\u00a0% interval"}>
      <rect class="span" width={18} y={3} height={8} rx={4} />
    </Sample>
    <Sample meaning="a specialist">
      <circle class="one" cx={9} cy={7} r={2.5} />
    </Sample>
    {answers.some(({ crowd }) => crowd !== null) && (
      <Sample meaning="the crowd">
        <rect class="crowd" x={7.5} width={3} height={14} rx={1.5} />
      </Sample>
    )}
  </p>
)
