import { Data } from "effect"

/** The command was called in a way that cannot work; nothing was done. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

/** What would be made is there already; nothing was done. */
export class AlreadyThere extends Data.TaggedError("AlreadyThere")<{ readonly message: string }> {}

/** The server or database cannot be reached, or is not what it should be. */
export class TargetUnavailable extends Data.TaggedError("TargetUnavailable")<{ readonly message: string }> {}

/** The server wants an admin key, and there is none. */
export class AdminKeyNeeded extends Data.TaggedError("AdminKeyNeeded")<{ readonly message: string }> {}

/** Whoever was asked said no. */
export class Declined extends Data.TaggedError("Declined")<{ readonly message: string }> {}
