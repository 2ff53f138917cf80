-- Unread notifications fold only when they say the same: what happened to one thing in other words is a notification of its own.
drop index notifications_unread;
create unique index notifications_unread
  on notifications (account_id, type, subject_id, hashtextextended(title || chr(10) || body, 0)) where read_at is null;
