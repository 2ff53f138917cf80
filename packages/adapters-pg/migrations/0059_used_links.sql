-- Links that verified an address are kept until they expire, so that who opens one again learns that it has worked.
alter table email_tokens add column used_at timestamptz;
