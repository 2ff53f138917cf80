-- Administrators remove the text of a prediction, and restore it; the forecast and its score stay.

alter table predictions add column removed_at timestamptz, add column removed_by text, add column removed_reason text;
create index predictions_removed on predictions (removed_at desc, id desc) where removed_at is not null;

create index accounts_by_name on accounts (name);

-- Names: compared with look-alikes folded and runs of white space as one space, as `nameKey` says. Where two have become one,
-- the older account keeps the key, and the younger gets one that nobody can ask for.
with folded as (
  select id, created_at, regexp_replace(regexp_replace(regexp_replace(translate(
    regexp_replace(name_key, '[\u0300-\u036F]', '', 'g'),
    'авсԁеһіјкӏмнорԛѕтуѵԝхүьҽαβεζηικμνορτυχϳωγօսհոզցյɑɡɩʏɪᴀʙᴄᴅᴇꜰɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡᴢꭺᏼꮯꭰꭼꮋꭻꮶꮮꮇꮲꮢꮪꭲꮩꮃꮍꮓꭱꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ',
    'abcdehijklmhopqstyvwxybeabeznikmvoptuxjwyouhnqgjagiyiabcdefghjklmnoprstuvwzabcdehjklmprstvwyzrabcdefghijklmnoprstuvwxyz'),
    '[\u2010-\u2015\u2212]', '-', 'g'), '[\u2018\u2019\u02BC]', '''', 'g'),
    '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF\u2800]+', ' ', 'g') as key
  from accounts
), ranked as (
  select id, key, row_number() over (partition by key order by created_at, id) as place from folded
)
select id, case when place = 1 then key else key || '  ' || id end as key, place into temporary refolded from ranked;
-- The younger first, so that no key is taken twice meanwhile.
update accounts a set name_key = r.key from refolded r where r.id = a.id and r.place > 1 and a.name_key <> r.key;
update accounts a set name_key = r.key from refolded r where r.id = a.id and r.place = 1 and a.name_key <> r.key;
drop table refolded;
