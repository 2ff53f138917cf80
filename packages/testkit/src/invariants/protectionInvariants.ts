import type { Invariant } from "./Invariant.ts"

/** The tables that are evidence: their rows stay as they were written. */
const appendOnly = [
  "ledger",
  "audit_log",
  "question_versions",
  "account_versions",
  "prediction_history",
  "prediction_vote_history",
  "question_vote_history",
  "prediction_validations",
  "hallucination_claims"
]

/** The triggers that protect the record against changes are enabled. */
export const protectionInvariants: ReadonlyArray<Invariant> = [
  {
    name: "append-only",
    violations: `
      select format('Table %s is not protected against changes of the record.', name)
      from (values ${appendOnly.map((name) => `('${name}')`).join(", ")}) as guarded (name)
      where 2 <> (
        select count(*) from pg_trigger
        where tgrelid = name::regclass and tgname in (name || '_append_only', name || '_never_truncated')
          and tgenabled in ('O', 'A')
      )`
  }
]
