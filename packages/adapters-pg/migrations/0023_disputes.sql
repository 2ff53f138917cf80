-- Several accounts may dispute a resolution at once, each with one open dispute of a question.

drop index disputes_one_open;
create unique index disputes_one_open_each on disputes (question_id, disputed_by) where status = 'open';
