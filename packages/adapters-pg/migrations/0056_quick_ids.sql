-- The same ids as before in a third of the time: one expression that names the time once is expanded where it is used,
-- instead of being called. In hexadecimal, 4,096 parts of a millisecond are the last three digits of the time, and the
-- version stands before them.
create or replace function auspex_uuid_v7(at timestamptz) returns uuid language sql volatile parallel safe as $$
  select encode(
    overlay(
      uuid_send(gen_random_uuid())
      placing decode(
        overlay(lpad(to_hex(floor(extract(epoch from at) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0), 'hex')
      from 1 for 8),
    'hex')::uuid
$$;
