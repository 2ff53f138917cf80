import { InstantParam } from "@auspex/adapters-http/contract"
import { Either, Schema } from "effect"
import { WrongUsage } from "./CommandFailure.ts"

/**
 * The time that a flag such as `--from` names, if it is given: an ISO 8601 time with its zone, or a day, which means its
 * first instant (UTC).
 */
export const instantFlag = (flag: string, text: string | undefined): Either.Either<Date | undefined, WrongUsage> =>
  text === undefined ? Either.right(undefined) : Either.mapLeft(
    Schema.decodeUnknownEither(InstantParam)(text),
    () =>
      new WrongUsage({ message: `${flag} must be a day such as 2026-11-20, or a time such as 2026-11-20T12:00:00Z` })
  )
