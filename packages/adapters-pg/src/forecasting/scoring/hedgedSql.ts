/**
 * Whether the owner of `account`, which made `prediction`, has accounts on different sides of the question; a lookup by
 * the key of `question_owners`.
 */
export const isHedged = (prediction: string, account: string): string =>
  `exists (
  select from question_owners o
  where o.question_id = ${prediction}.question_id and o.owner_key = ${account}.owner_key and o.side is null)`
