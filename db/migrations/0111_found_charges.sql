-- Why: a provider that tells nothing by itself leaves pages open whose card was charged. Staff who find the charge in the
-- provider's list write it down as an event, under its number, which counts once like any other.
create policy staff_find on card_events for insert to cryptocommerce_app
  with check ((select app.sees_all()) and became is null and user_id is null and outcome = 'approved');
