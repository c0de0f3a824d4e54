-- Why: of a report that was filed its file was made anew each time, by the name of whoever opened it and with what had moved
-- since: nobody could show what the FID had got. It is kept as it was filed, with its hash.
alter table str_reports
  add column filed_xml text,
  add column filed_sha256 text,
  add constraint filed_as_a_whole check ((filed_xml is null or filed_sha256 is not null) and (filed_sha256 is null or state = 'filed'));
grant update (filed_xml, filed_sha256) on str_reports to cryptocommerce_app;

create function app.filed_report_stands() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if app.erasing() and current_user <> 'cryptocommerce_app' then return new; end if;
  raise exception 'a report stays as it was filed' using errcode = 'check_violation', constraint = 'stays_as_filed';
end $$;
revoke all on function app.filed_report_stands() from public;
create trigger filed_report_stands before update on str_reports for each row
  when (old.state <> 'draft' and (old.filed_xml, old.filed_sha256) is distinct from (new.filed_xml, new.filed_sha256))
  execute function app.filed_report_stands();

-- An order is erased when no case keeps it any more: what a filed report told of it goes along, the hash stays.
do $$
begin
  execute replace(pg_get_functiondef('app.blank_order(uuid, date)'::regprocedure),
    'delete from public.transfer_parties where order_id = which;',
    'update public.str_reports r set filed_xml = null' || E'\n   ' ||
    'where r.user_id = customer and r.filed_xml is not null and exists (select from public.str_versions v' || E'\n     ' ||
    'where v.report_id = r.id and v.version = r.version and v.content -> ''orders'' ? which::text);' || E'\n  ' ||
    'delete from public.transfer_parties where order_id = which;');
end $$;
