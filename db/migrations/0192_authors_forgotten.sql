-- Why: drafts and versions of courses say who saved or published them, and went on saying so once that person was erased.
create policy owner_erases on course_drafts for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));
create policy owner_erases on course_versions for all to current_user
  using ((select app.erasing())) with check ((select app.erasing()));

create function app.author_forgotten() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not app.erasing() then return null; end if;
  update public.course_drafts set saved_as = new.display_name, number = number + 1 where saved_by = new.id;
  update public.course_versions set published_as = new.display_name where published_by = new.id;
  return null;
end $$;
revoke execute on function app.author_forgotten() from public;
create trigger author_forgotten after update of display_name on profiles for each row execute function app.author_forgotten();
