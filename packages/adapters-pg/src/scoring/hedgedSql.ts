/**
 * Whether the owner of `account`, who made `prediction`, has accounts that stand on different sides of the question: by the key of
 * the owners on questions.
 */
export const isHedged = (prediction: string, account: string): string =>
  `exists (
  select from question_owners o
  where o.question_id = ${prediction}.question_id and o.owner_key = ${account}.owner_key and o.side is null)`
