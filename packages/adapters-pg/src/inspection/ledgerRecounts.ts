import type { Recount } from "./Recount.ts"

/** Balances agree with the ledger, entry by entry. */
export const ledgerRecounts: ReadonlyArray<Recount> = [
  {
    name: "balance",
    differing: `
      select format('Account %s (%s) has %s points, but its ledger adds up to %s.', a.name, a.id, a.points, l.amount)
      from accounts a
      cross join lateral (select coalesce(sum(amount), 0) as amount from ledger where account_id = a.id) l
      where a.points <> l.amount`
  },
  {
    name: "ledger order",
    differing: `
      select format('Account %s (%s) counts %s ledger entries; there are %s, numbered %s to %s.',
        a.name, a.id, a.ledger_seq, l.entries, l.first, l.last)
      from accounts a
      cross join lateral (
        select count(*) as entries, coalesce(min(seq), 1) as first, coalesce(max(seq), 0) as last
        from ledger where account_id = a.id
      ) l
      where l.first <> 1 or l.last <> a.ledger_seq or l.entries <> a.ledger_seq`
  },
  {
    name: "running balance",
    differing: `
      select format('Ledger entry %s of account %s has balance %s; the entries up to it add up to %s.',
        seq, account_id, balance, so_far)
      from (
        select account_id, seq, balance, sum(amount) over (partition by account_id order by seq) as so_far from ledger
      ) l
      where balance <> so_far`
  },
  {
    name: "registration",
    differing: `
      select format('Account %s (%s) has %s registration entries, not one.', a.name, a.id, l.entries)
      from accounts a
      cross join lateral (
        select count(*) as entries from ledger where account_id = a.id and reason = 'registration'
      ) l
      where l.entries <> 1`
  },
  {
    name: "stake",
    differing: `
      select format('Prediction %s staked %s points, but its entry in the ledger takes %s.', p.id, p.stake, -l.amount)
      from predictions p left join ledger l on l.key = 'stake_lock:' || p.id::text
      where p.stake is distinct from -l.amount or l.account_id <> p.account_id`
  }
]
