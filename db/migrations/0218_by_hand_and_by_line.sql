-- Why: the lines of a statement were compared with each other alone. Money that somebody had written down by hand, under the
-- number of a slip, was paid once more by the statement's own line under the bank's number. Each line is now compared with
-- what came in, or back, by hand on the days around it, and finds that by when it moved.
create index movements_by_hand on movements (moved_at)
  where rail = 'bank' and direction in ('in', 'bounced') and from_id is null;
