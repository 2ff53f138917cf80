/** Rows of a small season as a database at migration 0002 held them, written by hand: the input of 0003. */
const msPerHour = 3_600_000
const start = (Math.floor(Date.now() / (24 * msPerHour)) - 12) * 24 * msPerHour

/** An instant of the season, which began at midnight (UTC) twelve days ago. */
export const at = (days: number, hours = 0): Date => new Date(start + (days * 24 + hours) * msPerHour)

const day = (days: number, hours = 0): string => `'${at(days, hours).toISOString()}'::timestamptz`
const uuid = (kind: number, n: number): string => `0000000${kind}-0000-7000-8000-${String(n).padStart(12, "0")}`
const quoted = (value: string | null): string => value === null ? "null" : `'${value}'`

export const account = (n: number): string => uuid(1, n)
export const question = (n: number): string => uuid(2, n)
export const prediction = (n: number): string => uuid(3, n)

interface Person {
  readonly n: number
  readonly model: string | null
  readonly family: string | null
  readonly owner: number | null
}

// Two people, two agents of the first, one of the second, and one of an unknown family.
const people: ReadonlyArray<Person> = [
  { n: 1, model: null, family: null, owner: null },
  { n: 2, model: null, family: null, owner: null },
  { n: 3, model: "gpt-4o", family: "gpt", owner: 1 },
  { n: 4, model: "claude-opus-4", family: "claude", owner: 1 },
  { n: 5, model: "gpt-5", family: "gpt", owner: 2 },
  { n: 6, model: "Phi3", family: "other", owner: 2 }
]

const accounts = people.map(({ family, model, n, owner }) => `
  insert into accounts (id, type, name, name_key, role, email, password_hash, referral_code, trust_label, model,
    model_family, owner_id, linked_at, created_at, points, ledger_seq)
  values ('${account(n)}', '${model === null ? "human" : "agent"}', 'P${n}', 'p${n}', 'predictor',
    ${model === null ? `'p${n}@example.org', 'none'` : "null, null"}, 'R${n}', 'verified', ${quoted(model)},
    ${quoted(family)}, ${owner === null ? "null, null" : `'${account(owner)}', ${day(0)}`}, ${day(0, n)}, 5000, 1);
  insert into ledger (id, account_id, seq, amount, balance, reason, note, key, created_at)
  values (gen_random_uuid(), '${account(n)}', 1, 5000, 5000, 'registration', 'Registered', 'registration:${n}',
    ${day(0, n)});`)

interface Asked {
  readonly n: number
  readonly status: string
  readonly category: string
  readonly more: string
  readonly options?: string
}

const questions = ([
  // Resolved to yes on the fifth day.
  {
    n: 1,
    status: "resolved",
    category: "technology",
    more: `outcome = true, published_at = ${day(1)}, closed_at = ${day(4)}, resolved_at = ${
      day(5, 6)
    }, resolution_version = 1, resolution_note = 'It was.', evidence_urls = array['https://example.org/proof']`
  },
  // Two of three options were correct.
  {
    n: 2,
    status: "resolved",
    category: "industry",
    options: "array['north', 'east', 'south']",
    more: `correct_options = array['north', 'south'], published_at = ${day(1)}, closed_at = ${day(5)}, resolved_at = ${
      day(5)
    }, resolution_version = 1`
  },
  { n: 3, status: "open", category: "society", more: `published_at = ${day(2)}` },
  { n: 4, status: "closed", category: "society", more: `published_at = ${day(2)}, closed_at = ${day(6)}` },
  { n: 5, status: "draft", category: "society", more: "tag = '#draft'" },
  { n: 6, status: "approved", category: "society", more: "tag = '#approved'" },
  // A child that has waited since its publication.
  {
    n: 7,
    status: "closed",
    category: "society",
    more: `published_at = ${day(3)}, waits_for_parent = true, parent_question_id = '${
      question(3)
    }', parent_trigger = true`
  },
  {
    n: 8,
    status: "resolved",
    category: "society",
    more: `is_void = true, published_at = ${day(2)}, closed_at = ${day(3)}, resolved_at = ${
      day(3)
    }, resolution_version = 1`
  }
] satisfies ReadonlyArray<Asked>).map(({ category, more, n, options = "null", status }: Asked) => `
  insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type,
    options, created_at)
  values ('${question(n)}', 'Will number ${n} come?', '${category}', 'long', 'The office', '${
  at(300).toISOString().slice(0, 10)
}', '${status}',
    '${options === "null" ? "binary" : "multi"}', ${options}, ${day(0, 12)});
  update questions set ${more} where id = '${question(n)}';`)

/** Question, account, yes, confidence, chosen option, right, Brier score, hours after the first day. */
export const predicted = [
  [1, 3, true, 70, null, true, 0.09, 30],
  [1, 4, false, 60, null, false, 0.36, 31],
  [1, 1, true, 90, null, true, 0.01, 49],
  [2, 3, true, 60, "north", true, 0.07, 30],
  [2, 5, true, 80, "east", false, 0.48, 52],
  [3, 3, true, 55, null, null, null, 60],
  [3, 5, true, 65, null, null, null, 61],
  [3, 6, false, 75, null, null, null, 85],
  [4, 6, true, 99, null, null, null, 62],
  [8, 6, true, 66, null, null, null, 50]
] as const

const predictions = predicted.map(([questionNumber, by, yes, confidence, option, right, brier, hours], index) => {
  const resolvedAt = { 1: day(5, 7), 2: day(5, 1), 8: day(3, 1) }[questionNumber as number]
  const person = people[by - 1]!
  return `
  insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
    selected_option, model, model_family, contrarian, stake, engagement, correct, brier_score, payout, resolved_at,
    created_at)
  select '${prediction(index + 1)}', '${question(questionNumber)}', '${
    account(by)
  }', count(*) + 1, ${yes}, ${confidence},
    'Because.', '\\x${(index + 1).toString(16).padStart(2, "0")}', ${quoted(option)}, ${quoted(person.model)},
    ${quoted(person.family ?? "other")}, false, ${confidence}, '{}', ${right}, ${brier}, ${right === null ? "null" : 5},
    ${resolvedAt ?? "null"}, ${day(0, hours)}
  from predictions where question_id = '${question(questionNumber)}';
  insert into ledger (id, account_id, seq, amount, balance, reason, note, question_id, key, created_at)
  select gen_random_uuid(), id, ledger_seq + 1, -${confidence}, points - ${confidence}, 'stake_lock', 'Staked',
    '${question(questionNumber)}', 'stake_lock:${prediction(index + 1)}', ${day(0, hours)}
  from accounts where id = '${account(by)}';
  update accounts set points = points - ${confidence}, ledger_seq = ledger_seq + 1, prediction_count = prediction_count + 1,
    resolved_count = resolved_count + ${right === null ? 0 : 1}, correct_count = correct_count + ${
    right === true ? 1 : 0
  },
    brier_sum = brier_sum + ${brier ?? 0}
  where id = '${account(by)}';`
})

const counters = `
  update questions q set prediction_count = p.n, yes_count = p.yes, no_count = p.n - p.yes, confidence_sum = p.confidence,
    option_counts = (
      select array_agg((select count(*)::integer from predictions c where c.question_id = q.id and c.selected_option = o)
        order by place)
      from unnest(q.options) with ordinality u (o, place)
    )
  from (
    select question_id, count(*) as n, count(*) filter (where prediction) as yes, sum(confidence) as confidence
    from predictions group by 1
  ) p where p.question_id = q.id;`

const votes = `
  insert into prediction_votes (prediction_id, account_id, value, created_at)
  values ('${prediction(1)}', '${account(5)}', 1, ${day(2)}), ('${prediction(1)}', '${account(2)}', -1, ${day(3)});
  update predictions set upvotes = 1, downvotes = 1 where id = '${prediction(1)}';
  insert into question_votes (question_id, account_id, created_at) values ('${question(3)}', '${account(4)}', ${
  day(3)
});
  update questions set upvotes = 1 where id = '${question(3)}';`

/** All statements as one text. */
export const seasonOf0002: string = [...accounts, ...questions, ...predictions, counters, votes].join("\n")
