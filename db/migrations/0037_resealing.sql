-- Why: one secret sealed the numbers of identity papers, so that changing it shut them for good. Former secrets open what they
-- sealed now, and the product seals it anew: this puts a number that was sealed again in place of itself, and changes
-- nothing else. A submission stays what was handed in; nobody who signed in may do this.
create function app.reseal_number(submission uuid, field text, sealed text, anew text) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.user_id() is not null or not app.sees_all() then raise exception 'not theirs to seal'; end if;
  if field not in ('trn_number', 'id_number') or anew not like 's1.%' then raise exception 'no sealed number'; end if;
  update public.kyc_submissions set data = jsonb_set(data, array[field], to_jsonb(anew))
   where id = submission and data ->> field = sealed;
  return found;
end $$;
create policy owner_seals on kyc_submissions for all to current_user
  using ((select app.user_id()) is null and (select app.sees_all()))
  with check ((select app.user_id()) is null and (select app.sees_all()));
revoke all on function app.reseal_number(uuid, text, text, text) from public;
grant execute on function app.reseal_number(uuid, text, text, text) to cryptocommerce_app;
