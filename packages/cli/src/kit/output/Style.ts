import type { CommandIo, CommandOutput } from "../invocation/CommandIo.ts"
import type { CommonFlags } from "../invocation/Invocation.ts"

/** Functions that style a text, or return it unchanged where colours are off. */
export interface Style {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
}

const paint = (wanted: boolean, on: number, off: number) => (text: string): string =>
  wanted && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text

/** Whether to colour a stream: on a terminal, unless NO_COLOR or --no-color is set or the terminal is dumb. */
export const takesColours = (io: CommandIo, stream: CommandOutput, flags: CommonFlags): boolean => {
  const { NO_COLOR, TERM } = io.env
  return stream.isTTY === true && flags.color !== false && (NO_COLOR ?? "") === "" && TERM !== "dumb"
}

/** The style for a stream. */
export const styleFor = (io: CommandIo, stream: CommandOutput, flags: CommonFlags): Style => {
  const wanted = takesColours(io, stream, flags)
  return {
    bold: paint(wanted, 1, 22),
    dim: paint(wanted, 2, 22),
    red: paint(wanted, 31, 39),
    green: paint(wanted, 32, 39),
    yellow: paint(wanted, 33, 39)
  }
}
