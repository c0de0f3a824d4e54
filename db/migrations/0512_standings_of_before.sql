-- Why: who was assessed or reviewed before standings were kept (0511) has one too. A migration of its own: nobody's order waits
-- for it but of whom it stands at that moment. Each of them is told by time, for what was judged anew had ids by chance.
alter table customer_reviews no force row level security;
insert into customer_standings (user_id, score, level)
  select p.id, coalesce(a.risk_score, 0), case when r.at > coalesce(a.created_at, '-infinity') then r.risk_level else a.risk_level end
    from auth."user" p
    left join lateral (select risk_score, risk_level, created_at from risk_assessments
                        where user_id = p.id order by created_at desc, id desc limit 1) a on true
    left join lateral (select at, risk_level from customer_reviews where user_id = p.id order by id desc limit 1) r on true
   where a.created_at is not null or r.at is not null
  on conflict (user_id) do nothing;
alter table customer_reviews force row level security;
