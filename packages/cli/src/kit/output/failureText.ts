import type { MigrationError } from "@auspex/adapters-pg"
import type { DataDirectoryLocked, DataDirectoryUnusable } from "@auspex/adapters-pg/directory"
import { type Failure, Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Predicate } from "effect"
import type {
  KeyNeeded,
  AlreadyExists,
  Declined,
  KeyRefused,
  TargetUnavailable,
  WrongUsage
} from "../invocation/CommandFailure.ts"
import type { OutputFailed } from "../invocation/OutputFailed.ts"
import type { InvalidSetting } from "../../composition/Settings.ts"
import { exitOfCode } from "./exitOfCode.ts"
import { printable } from "./printable.ts"
import type { ExitCodeName } from "../invocation/ExitCode.ts"

/** Failures that are recognised by their tag. */
type TaggedFailure =
  | DataDirectoryLocked
  | DataDirectoryUnusable
  | MigrationError
  | OutputFailed
  | KeyNeeded
  | AlreadyExists
  | Declined
  | KeyRefused
  | TargetUnavailable
  | WrongUsage
  | InvalidSetting

const exitOfTag: Readonly<
  Record<TaggedFailure["_tag"] | "SqlError" | "PlatformError" | "PortUnavailable" | "HttpListenFailed", ExitCodeName>
> = {
  WrongUsage: "usage",
  InvalidSetting: "usage",
  Declined: "refused",
  MigrationError: "refused",
  KeyNeeded: "unauthorised",
  KeyRefused: "unauthorised",
  AlreadyExists: "conflict",
  TargetUnavailable: "unavailable",
  DataDirectoryLocked: "unavailable",
  DataDirectoryUnusable: "unavailable",
  PortUnavailable: "unavailable",
  HttpListenFailed: "unavailable",
  OutputFailed: "unwritten",
  SqlError: "unavailable",
  PlatformError: "usage"
}

/** A failure as printed: the exit code, and the failures in order of precedence. */
interface FailureReport {
  readonly exit: ExitCodeName
  readonly failures: ReadonlyArray<Partial<Failure> & { readonly message: string }>
}

const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : ""
  const cause = Predicate.hasProperty(error, "cause") ? error.cause : undefined
  const reason = Predicate.isTagged(error, "SqlError") && cause instanceof Error ? cause.message : ""
  return [message, message.includes(reason) ? "" : reason].filter((part) => part !== "").join(": ")
}

/** The report of a command's failure; undefined for a bug. */
export const failureReport = (error: unknown): FailureReport | undefined => {
  if (error instanceof Refusal) return { exit: exitOfCode[error.code], failures: error.failures }
  if (error instanceof StorageUnavailable) {
    return { exit: "unavailable", failures: [{ code: "SERVICE_UNAVAILABLE", message: "the database does not answer" }] }
  }
  if (!Predicate.hasProperty(error, "_tag") || typeof error._tag !== "string") return undefined
  const exit = (exitOfTag as Readonly<Record<string, ExitCodeName | undefined>>)[error._tag]
  return exit === undefined ? undefined : { exit, failures: [{ message: messageOf(error) }] }
}

/** One failure on a line: its field, its message and its code. */
export const failureLine = ({ code, field, message, rule }: FailureReport["failures"][number]): string =>
  [
    field === undefined || message.startsWith(field) ? "" : `${printable(field)}: `,
    printable(message),
    code === undefined ? "" : ` [${rule ?? code}]`
  ].join("")
