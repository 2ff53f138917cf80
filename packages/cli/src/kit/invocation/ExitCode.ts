/** The exit codes of commands. Scripts rely on them, so their meaning never changes. */
export const exitCodes = {
  ok: { code: 0, meaning: "done" },
  refused: { code: 1, meaning: "refused by a rule, a check that failed, or rows that could not be imported" },
  usage: { code: 2, meaning: "wrong arguments, flags or settings; nothing was done" },
  not_found: { code: 3, meaning: "no such account, question, key, job or error code" },
  conflict: { code: 4, meaning: "not possible in the current state, or the object already exists" },
  unavailable: {
    code: 5,
    meaning: "the server or the database cannot be reached, is held by another process, or asks to wait"
  },
  unauthorised: { code: 6, meaning: "the admin key is missing or not accepted" },
  pending: { code: 7, meaning: "a plan has changes to apply" },
  bug: { code: 70, meaning: "a bug in this program" },
  unwritten: { code: 74, meaning: "the output could not be written; a closed pipe is not a failure" },
  interrupted: { code: 130, meaning: "stopped by Ctrl-C" }
} as const

/** The name of an exit code. */
export type ExitCodeName = keyof typeof exitCodes
