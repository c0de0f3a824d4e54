-- Why: a line whose money one person had typed by hand, and which they set aside as recorded, could be brought back by the same
-- person and confirmed for another payment: one money on two things. Whoever brings it back is somebody else.
alter table bank_lines add column aside_by uuid references auth."user" (id);
create index bank_lines_aside_by on bank_lines (aside_by) where aside_by is not null;
grant update (aside_by) on bank_lines to cryptocommerce_app;
