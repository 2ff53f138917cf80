import { Cause, type Layer, Logger, LogLevel } from "effect"
import type { LogLevelName } from "./Settings.ts"

const levels: Readonly<Record<LogLevelName, LogLevel.LogLevel>> = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

/** The level that a setting names. */
export const logLevelOf = (name: LogLevelName): LogLevel.LogLevel => levels[name]

/** The maximum length of a log field. */
const fieldLengthMax = 8_192

// Credentials of every kind that this platform issues, anywhere in a text.
const secretPattern = /\b(sk|ht|ak|rk|whsec)_[A-Za-z0-9_-]{8,}/g

const redacted = (text: string): string => text.replaceAll(secretPattern, "$1_[redacted]").slice(0, fieldLengthMax)

const textOf = (part: unknown): string => typeof part === "string" ? part : JSON.stringify(part) ?? String(part)

/**
 * Writes one JSON object a line: time, level, message, annotations, and the cause if there is one. Line breaks stay
 * inside the JSON, and anything that looks like a credential is redacted.
 */
export const logTo = (stream: NodeJS.WritableStream): Layer.Layer<never> =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ annotations, cause, date, logLevel, message }) => {
      const parts = Array.isArray(message) ? message : [message]
      const entry: Record<string, unknown> = {
        time: date.toISOString(),
        level: logLevel.label.toLowerCase(),
        message: redacted(parts.map(textOf).join(" "))
      }
      for (const [key, value] of annotations) entry[key] = typeof value === "number" ? value : redacted(textOf(value))
      if (!Cause.isEmpty(cause)) entry["cause"] = redacted(Cause.pretty(cause, { renderErrorCause: true }))
      stream.write(`${JSON.stringify(entry)}\n`)
    })
  )
