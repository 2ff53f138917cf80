-- In PL/pgSQL, whose functions are planned once for each session: the body of one in SQL was parsed and planned again for
-- every placement, which was a sixth of what a placement took in the database. The pages are those of before.
create or replace function auspex_citation_page(url text) returns text language plpgsql immutable strict parallel safe as $$
declare
  m constant text[] := regexp_match(url, '^(https?://)(?:www\.(?=[^./?][^/?]*\.))?([^/?]*)([^?]*)(?:\?(.*))?$');
  page constant text := m[1] || m[2]
    || rtrim(regexp_replace(regexp_replace(lower(m[3] collate "C"), ';[^/]*', '', 'g'), '/{2,}', '/', 'g'), '/');
begin
  if coalesce(m[4], '') = '' then
    return page;
  end if;
  return page || coalesce((
    select '?' || string_agg(part, '&' order by part collate "C")
    from regexp_split_to_table(m[4], '&') as part where part ~ '^[^=]+=.'
  ), '');
end
$$;
