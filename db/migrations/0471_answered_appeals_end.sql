-- Why: who appeals against a warning without an account says who they are, and nothing ever forgot that. Two years after the
-- answer it goes (decision 069); what the audit log says of it names nobody.

create policy product_forgets on scam_appeals for delete to cryptocommerce_app
  using ((select app.is_product()) and user_id is null and state <> 'open' and decided_at < now() - interval '2 years');
grant delete on scam_appeals to cryptocommerce_app;
create index scam_appeals_of_strangers on scam_appeals (decided_at) where user_id is null and state <> 'open';
