-- What a notification is about, for programs: until now only its link said so. Of what is there already, what can be told.
alter table notifications add column question_id uuid, add column prediction_id uuid, add column comment_id uuid;
update notifications set
  question_id = substring(link from '^/api/questions/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')::uuid,
  prediction_id = case
    when type in ('prediction_reply', 'prediction_validated', 'prediction_flagged', 'prediction_removed', 'prediction_restored')
      then substring(subject_id from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')::uuid
  end,
  comment_id = case
    when type in ('comment_removed', 'comment_restored', 'debate_bonus')
      then substring(subject_id from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')::uuid
  end;
