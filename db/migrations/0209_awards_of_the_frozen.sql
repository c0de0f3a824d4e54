-- Why: training coins reached the wallet by which somebody frozen is known, if another account named it; and were sent to
-- whoever was frozen in the very moment in which it was recorded (E2).

-- Whether somebody frozen is known by the wallet that this person names: for whoever sends something there.
create function app.wallet_stopped(address text, who uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return app.sees_all() and exists (select from app.freezes_known_at(null, address, null, true, who));

create function app.refuse_award_of_frozen(award public.lgm_awards) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.refuse_while_frozen(award.user_id, award.id, 'out');
  -- Asked behind the lock, as the freeze of the person is.
  if exists (select from app.freezes_known_at(null, award.address, null, true, award.user_id)) then
    raise exception 'nothing goes to a wallet of somebody frozen'
      using errcode = 'check_violation', constraint = 'nothing_moves_while_frozen';
  end if;
end $$;
revoke all on function app.wallet_stopped(text, uuid), app.refuse_award_of_frozen(lgm_awards) from public;
grant execute on function app.wallet_stopped(text, uuid) to cryptocommerce_app;

-- As before; the wallet is asked about when it is released, and both again when it is sent.
create or replace function app.award_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare changed text[]; own boolean := app.user_id() in (select app.accounts_of(new.user_id));
begin
  if tg_op = 'INSERT' then
    if own or new.address is not null or new.released_at is not null or new.sent_at is not null
      or not exists (select from public.workshop_registrations r where r.id = new.registration_id
        and r.user_id = new.user_id and r.session_id = new.session_id and r.checked_in_at is not null)
    then raise exception 'no award without attendance' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  if app.erasing() then return new; end if;
  changed := array(select n.key from jsonb_each(to_jsonb(new)) n where to_jsonb(old) -> n.key is distinct from n.value);
  if new.user_id = app.user_id() and old.released_at is null and changed <@ array['address', 'named_at'] then
    return new; end if;
  if not own and old.released_at is null and changed <@ array['proposal_id', 'released_at'] and exists (
    select from public.proposals p where p.id = new.proposal_id and p.kind = 'award' and p.state = 'approved'
      and p.proposed_by not in (select app.accounts_of(new.user_id))
      and p.decided_by not in (select app.accounts_of(new.user_id))
      and p.payload -> 'awards' @> jsonb_build_array(
        jsonb_build_object('id', new.id, 'address', new.address, 'lgm', new.lgm)))
  then
    perform app.refuse_award_of_frozen(new);
    return new;
  end if;
  if not own and old.sent_at is null and changed <@ array['transaction_hash', 'sent_at', 'sent_by'] then
    perform app.refuse_award_of_frozen(new);
    return new;
  end if;
  raise exception 'this is not theirs to change' using errcode = 'insufficient_privilege';
end $$;
