import { Data } from "effect"

/** The command was called in a way that cannot work; nothing was done. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

/** The output exists already; nothing was done. */
export class AlreadyExists extends Data.TaggedError("AlreadyExists")<{ readonly message: string }> {}

/** The server or database cannot be reached, or is not what it should be. */
export class TargetUnavailable extends Data.TaggedError("TargetUnavailable")<{ readonly message: string }> {}

/** A key is needed, and none was given. */
export class KeyNeeded extends Data.TaggedError("KeyNeeded")<{ readonly message: string }> {}

/** The user declined the confirmation. */
export class Declined extends Data.TaggedError("Declined")<{ readonly message: string }> {}

/** The server does not accept the key. */
export class KeyRefused extends Data.TaggedError("KeyRefused")<{ readonly message: string }> {}
