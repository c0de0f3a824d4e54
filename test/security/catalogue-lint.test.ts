import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';

/** The database judged by its own catalogue: what a new migration may not forget. */
const { owner } = await serverUnderTest();
const names = async (query: string): Promise<string[]> =>
  (await owner.query<{ name: string }>(query)).rows.map((row) => row.name);

const ours = `('public', 'auth', 'app')`;
const roles = `('cryptocommerce_app', 'cryptocommerce_auth', 'cryptocommerce_sealer', 'cryptocommerce_jobs')`;

/** Tables without rows of customers, so without row security; each says in its migration why. */
const withoutRowSecurity = [
  'born_as',
  'crypto_prices',
  'demo_mails',
  'in_force',
  'link_progress',
  'price_checks',
  'price_history',
  'price_refreshes',
  'rate_limits',
  'setting_versions',
];

test('every table of customers has row security on, also for its owner', async () => {
  const open = await names(`select relname "name" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not like 'kysely%'
      and not (relrowsecurity and relforcerowsecurity) order by 1`);
  expect(open).toEqual(withoutRowSecurity);
});

test('a table with row security has a policy, or nobody could ever use it', async () => {
  const silent = await names(`select relname "name" from pg_class c where relrowsecurity
    and relnamespace = 'public'::regnamespace and not exists (select from pg_policy p where p.polrelid = c.oid)`);
  expect(silent).toEqual([]);
});

/** Policies that let every row through, and why. */
const freePolicies = [
  'account_freezes.alarm_freezes', // The sign-in role freezes for whoever holds the word from a mail; it reads nothing.
  'account_freezes.owner_keeps', // For the owner's own functions: who is frozen, by what, and what two thawed.
  'account_links.owner_keeps', // For app.mark_person(), app.undecided_links() and app.regroup_accounts().
  'agreements.sign_up', // The sign-in role adds what was agreed to while the account comes to be; it reads nothing.
  'alert_snoozes.owner_asks', // For app.snoozed(): a customer's act asks without being shown.
  'audit_log.anyone_adds', // Adding a line is open to every act; reading is not.
  'audit_log.owner_reads', // For the owner's own function app.audit_entry_stands(), which says no more than that.
  'audit_log.sealer_reads', // The sealer chains every entry; it can write none.
  'audit_sealing.sealer_moves', // Its one row says how far sealing came.
  'audit_sealing.sealer_reads',
  'audit_seals.sealer_adds', // Sealing is all that this role is for.
  'audit_seals.sealer_reads', // To chain behind the last line.
  'bank_line_doubts.owner_looks', // For app.lines_shown_again(), which tells ids.
  'bank_lines.owner_looks', // For app.erase_rows_of() and the count of cash, in nobody's session.
  'blockchain_screening.owner_looks', // For app.screened_clear(): a word on an order that is to be paid out.
  'card_events.owner_looks', // For app.taken_back(): whether a charge was taken back, whoever asks.
  'card_sessions.owner_looks', // For app.came_through(): whose charge it was.
  'case_alerts.owner_opens', // For app.open_case(), as the next three: a customer's act opens a case and never sees it.
  'case_events.owner_opens',
  'case_orders.owner_opens',
  'cases.owner_opens',
  'certificates.owner_looks', // For app.certificate_under(): what anybody may know of a code.
  'certificates_of_the_erased.owner_keeps', // For app.certificate_outlives() and app.certificate_under().
  'check_answers.owner_looks', // For app.course_answers(): how questions are answered, by nobody in particular.
  'claimed_proofs.owner_lays_down', // For app.keep_proof(), as the next.
  'claimed_proofs.owner_looks',
  'compared_payers.owner_lays_down', // For app.payer_to_compare().
  'compared_payers.owner_looks', // For app.names_let_go().
  'course_pictures.owner_looks', // For app.shown_to_others(): whether a picture stays when its owner is erased.
  'course_versions.owner_looks', // For app.certificate_stands(): whether a course is finished, and what it is called.
  'courses.owner_looks', // For app.enrollment_stands(): whether a course is free, and published.
  'customer_standings.owner_keeps', // For app.keep_standing() and app.keep_reviewed().
  'files.owner_looks', // For app.orders_proved_by(): one picture is one transfer, whoever shows it.
  'joined_accounts.owner_keeps', // For app.regroup_accounts() and app.person_ground(), whose row it is.
  'launch_conflicts.owner_looks', // For app.may_judge_launch() and app.launch_stands(), as the next four.
  'launch_decisions.owner_looks',
  'launch_marks.owner_looks',
  'launch_outcomes.owner_counts', // For app.launch_stands(): a decision is counted, without anybody's name.
  'launch_questions.owner_looks',
  'launch_submissions.owner_looks',
  'letter_versions.owner_puts', // For app.put_letter(): what two people agreed on.
  'lgm_awards.owner_looks', // For app.freezes_known_at(): which wallets somebody frozen had named.
  'marketing_consents.owner_counts', // For app.reach_of_news(): a number, and nobody's name.
  'movements.owner_looks', // For the owner's own check that nothing leaves but what was agreed, app.movement_stands().
  'name_hits.owner_asks', // For app.person_ground(): whether somebody was confirmed as listed, for their own order.
  'news.owner_puts', // For app.put_news(): what two people agreed on.
  'noted_accounts.owner_keeps', // For app.nothing_stops(); nobody of the application reads it.
  'order_warnings.owner_looks', // For app.refuse_while_cooling(): until when nothing of an order leaves.
  'payments.owner_looks', // For app.payment_has_its_line() and app.subscription_stands().
  'person_marks.owner_keeps', // For app.mark_person(); nobody of the application reads it.
  'profiles.sign_up', // The sign-in role adds profiles of people nobody knows yet.
  'project_marks.owner_looks', // For app.mark_stands() and app.project_stands().
  'project_submissions.owner_looks', // The same, and app.certificate_stands().
  'proposals.owner_reads', // For the owner's own function app.change_role(), which carries out what was approved.
  'quiz_tries.owner_looks', // For app.certificate_stands().
  'risk_assessments.owner_asks', // For app.person_ground(): how the same request was refused before.
  'risk_rule_sets.judged_by', // Rules, no people: the judgement of every order reads them.
  // Published lists of sanctions: nobody's rows, read by whoever screens, laid down by the owner's own functions.
  'sanctions_addresses.everybody_reads',
  'sanctions_addresses.owner_lays_down',
  'sanctions_lists.everybody_reads',
  'sanctions_lists.owner_lays_down',
  'sanctions_names.everybody_reads',
  'sanctions_names.owner_lays_down',
  'sanctions_parties.everybody_reads',
  'sanctions_parties.owner_lays_down',
  'sanctions_sources.everybody_reads',
  'sanctions_sources.owner_lays_down',
  'sanctions_staging.everybody_reads',
  'sanctions_staging.owner_lays_down',
  'scam_appeals.owner_keeps', // For whoever is named and has no account: through a function alone.
  'scam_drawn_files.owner_keeps', // For app.report_file_is_its_own().
  'scam_indicators.owner_keeps', // For app.place_scam_report(), app.recount_scams() and app.scam_look().
  'scam_judged_indicators.owner_keeps', // For app.verdict_speaks() and app.published_indicator_stands().
  'scam_matters.owner_keeps', // For app.place_scam_report() and app.recount_scams().
  'scam_notes.owner_keeps', // For app.scam_notes_move(), which goes with its matter.
  'scam_publications.owner_keeps', // For app.scam_look() and app.published_scams(): what everybody may know.
  'scam_published_indicators.owner_keeps', // The same.
  'scam_report_indicators.owner_keeps', // For app.place_scam_report() and app.recount_scams().
  'scam_reports.owner_keeps', // The same.
  'scam_verdicts.owner_keeps', // For app.publication_stands(), and where matters become one.
  'slices_told.owner_keeps', // For app.slices_found(); nobody of the application reads it.
  'str_reports.owner_counts', // For app.case_over(): whether each report on a case has ended, and when.
  'subscriptions.owner_looks', // For app.subscription_stands(): no month is sold twice.
  'suppressed_alerts.owner_counts', // For app.snoozed().
  'transaction_alerts.owner_counts', // For app.asked_again(): what is refused again is counted on the alert that waits.
  'transaction_alerts.owner_looks', // For app.open_case(): whether an alert is of that customer.
  'transactions.owner_looks', // For app.screened_clear().
  'transfer_parties.owner_looks', // For app.holder_clear().
  'unassigned_open.owner_keeps', // For app.keep_open(): which unassigned lines something is left of.
  'unit_progress.owner_looks', // For app.certificate_stands().
  'user_enrollments.owner_looks', // For app.certificate_stands().
  'user_roles.owner_keeps', // For the owner's own functions app.enter(), before anybody is known, and app.standing().
  'user_sessions.owner_compares', // For app.seen_together(): whose address it was, asked by compliance alone.
  'webhook_deliveries.owner_keeps', // For app.tell_programs(): whatever moves an order, its owner's programs are told.
  'webhook_endpoints.owner_keeps', // The same, and app.end_programs().
  'workshop_holds.owner_looks', // For app.place_holds() and app.place_waits(): how many, of nobody in particular.
  'workshop_registrations.owner_looks', // For app.count_seats(), which reads what it counts.
  'workshop_seats.owner_counts', // For app.count_seats(): how many places are taken, and by nobody in particular.
  'workshop_sessions.owner_looks', // For app.count_seats(): whether a session takes people.
  'wrapped_wallets.owner_keeps', // For app.wrapping() and app.keep_wrapped(); nobody of the application reads it.
];

test('no policy lets every row through beside the listed ones', async () => {
  const free = await names(`select tablename || '.' || policyname "name" from pg_policies
    where schemaname = 'public' and (qual = 'true' or with_check = 'true') order by 1`);
  expect(free).toEqual(freePolicies);
});

test('no table with rows of customers is granted to everybody', async () => {
  const granted = await names(`select table_schema || '.' || table_name "name" from information_schema.role_table_grants
    where grantee = 'PUBLIC' and table_schema in ${ours}`);
  expect(granted).toEqual([]);
});

test('the roles of the application own nothing, pass by nothing and rule nobody', async () => {
  const { rows } = await owner.query(`select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication
    from pg_roles where rolname in ${roles} order by 1`);
  const plain = {
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
  };
  expect(rows).toEqual([
    { rolname: 'cryptocommerce_app', ...plain },
    { rolname: 'cryptocommerce_auth', ...plain },
    { rolname: 'cryptocommerce_jobs', ...plain },
    { rolname: 'cryptocommerce_sealer', ...plain },
  ]);
  expect(await names(`select relname "name" from pg_class where pg_get_userbyid(relowner) in ${roles}`)).toEqual([]);
  expect(await names(`select proname "name" from pg_proc where pg_get_userbyid(proowner) in ${roles}`)).toEqual([]);
  const memberships = await names(`select roleid::regrole::text "name" from pg_auth_members
    where member::regrole::text in ${roles}`);
  expect(memberships).toEqual([]);
});

test('what is only ever added carries no right to change, remove or empty it', async () => {
  const rights = await names(`select table_name || ' ' || privilege_type || ' ' || grantee "name"
    from information_schema.role_table_grants where grantee in ${roles}
      and table_name in ('audit_log', 'audit_seals', 'setting_versions', 'order_events', 'files')
      and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES')`);
  // The product alone, never a person, removes a file that nothing stands on: its policy and foreign keys see to that.
  expect(rights).toEqual(['files DELETE cryptocommerce_app']);
});

test('nobody but the owner may empty a table or hang a trigger on it', async () => {
  const rights = await names(`select table_schema || '.' || table_name || ' ' || privilege_type "name"
    from information_schema.role_table_grants where grantee in ${roles}
      and table_schema in ${ours} and privilege_type in ('TRUNCATE', 'TRIGGER', 'REFERENCES')`);
  expect(rights).toEqual([]);
});

test('the application may use nothing of the sign-in tables', async () => {
  const rights = await names(`select table_name || ' ' || privilege_type "name"
    from information_schema.role_table_grants where grantee = 'cryptocommerce_app' and table_schema = 'auth'`);
  expect(rights).toEqual([]);
  expect(
    await names(`select 'usage' "name" where has_schema_privilege('cryptocommerce_app', 'auth', 'usage')`),
  ).toEqual([]);
  expect(
    await names(`select 'create' "name" where has_schema_privilege('cryptocommerce_app', 'public', 'create')`),
  ).toEqual([]);
});

test('whoever fetches jobs may use the tables of jobs and nothing of ours', async () => {
  const rights = await names(`select table_schema || '.' || table_name "name" from information_schema.role_table_grants
    where grantee = 'cryptocommerce_jobs' and table_schema <> 'pgboss'`);
  expect(rights).toEqual([]);
  expect(
    await names(`select nspname "name" from pg_namespace
      where nspname in ${ours} and nspname <> 'public' and has_schema_privilege('cryptocommerce_jobs', oid, 'usage')`),
  ).toEqual([]);
});

test('every foreign key has an index that begins with its columns', async () => {
  const bare = await names(`select c.conrelid::regclass || '.' || c.conname "name" from pg_constraint c
    where c.contype = 'f' and c.connamespace::regnamespace::text in ${ours}
      and not exists (select from pg_index i where i.indrelid = c.conrelid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '%IS NOT NULL%')) order by 1`);
  expect(bare).toEqual([]);
});

test("every function with its owner's rights is not everybody's", async () => {
  const everybodys = await names(`select p.oid::regprocedure::text "name" from pg_proc p
    where prosecdef and pronamespace::regnamespace::text in ${ours} and has_function_privilege('public', p.oid, 'execute')`);
  expect(everybodys).toEqual([]);
});

/**
 * Where pg_temp is not named it stands in front, for tables and types: whoever may lay down a temporary type called
 * `text` has its check run by every function that says `::text`, with the rights of that function's owner; also by a
 * function without such rights that one with them calls, or whose trigger a cascade fires. A body that was read when
 * it was written (`return ...`) looks nothing up any more.
 */
test('every function looks in the catalogue first and at what is temporary last, or looks nothing up', async () => {
  const loose = await names(`select p.oid::regprocedure::text "name" from pg_proc p
    where pronamespace::regnamespace::text in ${ours} and (prosecdef or prosqlbody is null or proconfig is not null)
      and not coalesce('search_path=pg_catalog, pg_temp' = any(proconfig), false) order by 1`);
  expect(loose).toEqual([]);
});

/**
 * Names that PostgreSQL made up: nobody turns them into a refusal, so nobody misses a name of our own. Primary and
 * foreign keys, and the library's tables.
 */
const unnamed = ['auth.session.session_token_key'];

test('every rule of a table has a name of its own', async () => {
  const made = await names(`select conrelid::regclass || '.' || conname "name" from pg_constraint c
    where connamespace::regnamespace::text in ${ours} and conrelid <> 0 and contype in ('c', 'u', 'x')
      and conname ~ ('^' || (select relname from pg_class where oid = conrelid) || '_.*_?(check|key|excl)\\d*$') order by 1`);
  expect(made).toEqual(unnamed);
});

test('moments are kept with their zone and amounts exactly', async () => {
  const loose = await names(`select table_name || '.' || column_name "name" from information_schema.columns
    where table_schema in ${ours} and data_type in
      ('timestamp without time zone', 'real', 'double precision', 'money', 'time without time zone')`);
  expect(loose).toEqual([]);
});
