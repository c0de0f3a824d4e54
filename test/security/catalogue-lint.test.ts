import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';

/** Security rules that the database catalogue must keep after each migration. */
const { owner } = await serverUnderTest();
const names = async (query: string): Promise<string[]> =>
  (await owner.query<{ name: string }>(query)).rows.map((row) => row.name);

const ownSchemas = `('public', 'auth', 'app')`;
const roles = `('cryptocommerce_app', 'cryptocommerce_auth', 'cryptocommerce_sealer', 'cryptocommerce_jobs')`;

/** Tables without row security, because they have no customer rows. Their migrations give the reason. */
const withoutRowSecurity = [
  'active_versions',
  'crypto_prices',
  'demo_mails',
  'deployment_mode',
  'link_progress',
  'price_checks',
  'price_history',
  'price_refreshes',
  'rate_limits',
  'setting_versions',
];

test('every customer table enforces row security, also for its owner', async () => {
  const open = await names(`select relname "name" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not like 'kysely%'
      and not (relrowsecurity and relforcerowsecurity) order by 1`);
  expect(open).toEqual(withoutRowSecurity);
});

test('a table with row security has a policy', async () => {
  const silent = await names(`select relname "name" from pg_class c where relrowsecurity
    and relnamespace = 'public'::regnamespace and not exists (select from pg_policy p where p.polrelid = c.oid)`);
  expect(silent).toEqual([]);
});

/** Policies that allow every row, each with the reason. */
const freePolicies = [
  'account_freezes.alarm_insert', // The sign-in role freezes accounts by email token; it reads nothing.
  'account_freezes.owner_all', // For functions of the owner: freezes, their causes and lifts.
  'account_links.owner_all', // For app.link_identity_hashes(), app.count_open_links() and app.regroup_accounts().
  'address_forms.app_insert', // Addresses that share a key: facts without a person.
  'address_forms.owner_select', // For app.addresses_of_key().
  'agreements.sign_up_insert', // The sign-in role records agreements while the account is created; it reads nothing.
  'alert_snoozes.owner_all', // For app.suppress_if_snoozed() in a customer's command.
  'announcements.everyone_select', // Public texts by staff.
  'anonymized_certificates.owner_all', // For app.archive_certificate() and app.find_certificate().
  'audit_log.anyone_insert', // Every command may add an entry; reading is restricted.
  'audit_log.owner_select', // For app.audit_entry_exists(), which returns only a boolean.
  'audit_log.sealer_select', // The sealer chains every entry and writes none.
  'audit_sealing.sealer_select',
  'audit_sealing.sealer_update', // A single row: the progress of sealing.
  'audit_seals.sealer_insert', // This role only seals.
  'audit_seals.sealer_select', // A seal depends on the previous one.
  'bank_line_batches.owner_select', // For app.authenticate_batch(): the user for whom a job processes a batch.
  'bank_line_possible_duplicates.owner_select', // For app.undecided_duplicate_lines(), which returns ids.
  'bank_lines.owner_select', // For app.delete_personal_rows() and the cash count, outside a session.
  'blockchain_screening.owner_select', // For app.is_screened_clear() on an order before its payout.
  'card_events.owner_select', // For app.is_charged_back(), for any user.
  'card_sessions.owner_select', // For app.source_accounts(): the owner of a charge.
  'case_alerts.owner_all', // For app.open_case(), like the next three: customers cannot see the case.
  'case_events.owner_all',
  'case_orders.owner_all',
  'cases.owner_all',
  'certificates.owner_select', // For app.find_certificate(): the public part of a certificate.
  'claimed_proofs.owner_insert', // For app.store_proof(), like the next.
  'claimed_proofs.owner_select',
  'complaint_decisions.owner_select', // For app.check_help_conversation() and app.check_complaint_decision().
  'course_pictures.owner_select', // For app.is_shown_to_others(): whether a picture is kept when its owner is erased.
  'course_versions.owner_select', // For app.check_certificate(): whether a course is finished, and its title.
  'courses.owner_select', // For app.check_enrollment(): whether a course is free and published.
  'customer_risk_ratings.owner_all', // For app.update_assessed_rating() and app.update_reviewed_rating().
  'files.owner_select', // For app.count_orders_proved_by(): one picture proves one transfer, for all users.
  'flagged_accounts.owner_all', // For the freeze check before an order; the application never reads it.
  'help_conversations.owner_select', // For app.check_complaint_decision().
  'holding_checks.owner_select', // For app.discount_tier_at(), like the wallets.
  'identity_hashes.owner_all', // For app.link_identity_hashes(); the application never reads it.
  'launch_decisions.owner_select', // For app.check_launch(), like the next two.
  'launch_questions.owner_select',
  'launch_submissions.owner_select',
  'lgm_awards.owner_select', // For app.freezes_by_counterparty(): wallets that a frozen customer named.
  'marketing_consents.owner_select', // For app.count_news_recipients(): a number without names.
  'merged_accounts.owner_all', // For app.regroup_accounts() and app.placement_context().
  'movements.owner_select', // For app.check_movement(): only approved money leaves.
  'name_hits.owner_select', // For app.placement_context(): whether a customer is a confirmed match.
  'news.owner_all', // For app.apply_news(): news that two people approved.
  'order_discounts.owner_select', // For app.promo_refusal(), which counts uses for all users.
  'order_warnings.owner_select', // For app.refuse_payout_within_cooling_off().
  'payees.owner_select', // For app.revoke_api_access(), as below.
  'payees.owner_update', // A new password restarts the wait of saved wallets.
  'payer_screenings.owner_insert', // For app.queue_payer_screening().
  'payer_screenings.owner_select', // For app.are_names_cleared().
  'payments.owner_select', // For app.check_payment_movement() and app.check_subscription().
  'profiles.sign_up_insert', // The sign-in role adds profiles of new users.
  'project_grades.owner_select', // For app.check_project_grade() and app.check_project_submission().
  'project_submissions.owner_select', // As above, and for app.check_certificate().
  'promo_codes.owner_select', // For app.find_promo_code(): customers cannot list codes.
  'proposals.owner_select', // For app.change_role(), which applies an approved change.
  'proven_wallets.owner_select', // For app.discount_tier_at().
  'quiz_tries.owner_select', // For app.check_certificate().
  'recurring_buys.owner_select', // For app.authenticate_recurring_buy(): the customer of a due plan.
  'recurring_buys.owner_update', // For app.revoke_api_access(): a new password pauses plans.
  'risk_assessments.owner_select', // For app.placement_context(): the previous refusal of an equal request.
  'risk_rule_sets.anyone_select', // Rules, no personal data: every assessment reads them.
  // Published sanctions lists: public rows that only the owner's functions write.
  'sanctions_addresses.everyone_select',
  'sanctions_addresses.owner_all',
  'sanctions_lists.everyone_select',
  'sanctions_lists.owner_all',
  'sanctions_names.everyone_select',
  'sanctions_names.owner_all',
  'sanctions_parties.everyone_select',
  'sanctions_parties.owner_all',
  'sanctions_sources.everyone_select',
  'sanctions_sources.owner_all',
  'sanctions_staging.everyone_select',
  'sanctions_staging.owner_all',
  'scam_appeals.owner_all', // For listed people without an account, through a function only.
  'scam_cases.owner_all', // For app.assign_scam_report() and app.recount_scams().
  'scam_indicators.owner_all', // For app.assign_scam_report(), app.recount_scams() and app.lookup_scams().
  'scam_judged_indicators.owner_all', // For app.link_verdict_indicators() and app.check_published_indicator().
  'scam_notes.owner_all', // For app.move_scam_notes(), when a case moves.
  'scam_publications.owner_all', // For app.lookup_scams() and app.list_published_scams(): published data.
  'scam_published_indicators.owner_all', // As above.
  'scam_report_documents.owner_all', // For app.check_report_document().
  'scam_report_indicators.owner_all', // For app.assign_scam_report() and app.recount_scams().
  'scam_reports.owner_all', // As above.
  'scam_verdicts.owner_all', // For app.check_publication() and merged cases.
  'str_reports.owner_select', // For app.case_closed_at(): whether each report on a case has ended, and when.
  'structuring_alerts.owner_all', // For app.claim_structuring(); the application never reads it.
  'subscriptions.owner_select', // For app.check_subscription(): no month is sold twice.
  'suppressed_alerts.owner_all', // For app.suppress_if_snoozed().
  'transaction_alerts.owner_select', // For app.open_case(): whether an alert belongs to that customer.
  // For app.record_repeat_on_open_alert(): repeated refusals are counted on the open alert.
  'transaction_alerts.owner_update',
  'transactions.owner_select', // For app.is_screened_clear().
  'transfer_parties.owner_select', // For app.are_names_cleared_for_staff().
  'unallocated_funds.owner_all', // For app.maintain_unallocated_funds(): unallocated lines with a remainder.
  'unit_progress.owner_select', // For app.check_certificate().
  'user_enrollments.owner_select', // For app.check_certificate().
  // For app.authenticate_session(), before the user is known, and app.decider_status().
  'user_roles.owner_all',
  // For app.accounts_sharing_devices(): the owner of an address, for compliance only.
  'user_sessions.owner_select',
  // For app.queue_webhook_deliveries(): notifies the programs of the order's owner.
  'webhook_deliveries.owner_all',
  'webhook_endpoints.owner_all', // As above, and for app.revoke_api_access().
  'widely_shared.owner_all', // For app.report_widely_shared(); the application has no access to it.
  // For app.seat_hold_counts() and app.waitlist_counts(): numbers only.
  'workshop_holds.owner_select',
  'workshop_registrations.owner_select', // For app.update_seat_counts(), which counts these rows.
  // For app.update_seat_counts(): the number of taken seats.
  'workshop_seats.owner_all',
  'workshop_sessions.owner_select', // For app.update_seat_counts(): whether a session is open for registration.
  'year_statements.owner_select', // For app.find_year_statement(): the public part of a statement.
];

test('no policy lets every row through except the listed ones', async () => {
  const free = await names(`select tablename || '.' || policyname "name" from pg_policies
    where schemaname = 'public' and (qual = 'true' or with_check = 'true') order by 1`);
  expect(free).toEqual(freePolicies);
});

test('no table with customer rows is granted to PUBLIC', async () => {
  const granted = await names(`select table_schema || '.' || table_name "name" from information_schema.role_table_grants
    where grantee = 'PUBLIC' and table_schema in ${ownSchemas}`);
  expect(granted).toEqual([]);
});

test('the application roles own nothing, bypass nothing and administer no role', async () => {
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

test('an append-only table grants no update, delete or truncate', async () => {
  const rights = await names(`select table_name || ' ' || privilege_type || ' ' || grantee "name"
    from information_schema.role_table_grants where grantee in ${roles}
      and table_name in ('audit_log', 'audit_seals', 'setting_versions', 'order_events', 'files', 'year_statements')
      and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES')`);
  // The application may delete files without references. Policies and foreign keys enforce that.
  expect(rights).toEqual(['files DELETE cryptocommerce_app']);
});

test('only the owner may truncate a table or add a trigger', async () => {
  const rights = await names(`select table_schema || '.' || table_name || ' ' || privilege_type "name"
    from information_schema.role_table_grants where grantee in ${roles}
      and table_schema in ${ownSchemas} and privilege_type in ('TRUNCATE', 'TRIGGER', 'REFERENCES')`);
  expect(rights).toEqual([]);
});

test('the application has no access to the sign-in tables', async () => {
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

test('the job role has access to the job tables and to none of ours', async () => {
  const rights = await names(`select table_schema || '.' || table_name "name" from information_schema.role_table_grants
    where grantee = 'cryptocommerce_jobs' and table_schema <> 'pgboss'`);
  expect(rights).toEqual([]);
  expect(
    await names(`select nspname "name" from pg_namespace
      where nspname in ${ownSchemas} and nspname <> 'public' and has_schema_privilege('cryptocommerce_jobs', oid, 'usage')`),
  ).toEqual([]);
});

test('every foreign key has an index that begins with its columns', async () => {
  const bare = await names(`select c.conrelid::regclass || '.' || c.conname "name" from pg_constraint c
    where c.contype = 'f' and c.connamespace::regnamespace::text in ${ownSchemas}
      and not exists (select from pg_index i where i.indrelid = c.conrelid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '%IS NOT NULL%')) order by 1`);
  expect(bare).toEqual([]);
});

test('no function with its owner’s rights is granted to PUBLIC', async () => {
  const everybodys = await names(`select p.oid::regprocedure::text "name" from pg_proc p
    where prosecdef and pronamespace::regnamespace::text in ${ownSchemas} and has_function_privilege('public', p.oid, 'execute')`);
  expect(everybodys).toEqual([]);
});

/**
 * Without an explicit pg_temp in search_path, temporary types shadow catalogue types. A temporary type `text` could
 * then run its check with the rights of the function owner. The same applies to the functions that it calls, and to
 * triggers fired by a cascade. Bodies parsed at creation (`return ...`) resolve no names at run time.
 */
test('every function searches the catalogue first and temporary names last, or resolves no names', async () => {
  const loose = await names(`select p.oid::regprocedure::text "name" from pg_proc p
    where pronamespace::regnamespace::text in ${ownSchemas} and (prosecdef or prosqlbody is null or proconfig is not null)
      and not coalesce('search_path=pg_catalog, pg_temp' = any(proconfig), false) order by 1`);
  expect(loose).toEqual([]);
});

/** Names that PostgreSQL generated, which no code may map to a refusal. Keys and the sign-in library are excluded. */
const unnamed = ['auth.session.session_token_key'];

test('every table constraint has an explicit name', async () => {
  const unnamedConstraints = await names(`select conrelid::regclass || '.' || conname "name" from pg_constraint c
    where connamespace::regnamespace::text in ${ownSchemas} and conrelid <> 0 and contype in ('c', 'u', 'x')
      and conname ~ ('^' || (select relname from pg_class where oid = conrelid) || '_.*_?(check|key|excl)\\d*$') order by 1`);
  expect(unnamedConstraints).toEqual(unnamed);
});

test('times are stored with time zone and amounts exactly', async () => {
  const loose = await names(`select table_name || '.' || column_name "name" from information_schema.columns
    where table_schema in ${ownSchemas} and data_type in
      ('timestamp without time zone', 'real', 'double precision', 'money', 'time without time zone')`);
  expect(loose).toEqual([]);
});

test.each([
  ['profiles', 'id email consented_at created_at'],
  ['enhanced_kyc_data', 'user_id sanctions_check_result'],
])('no column of %s outside the commands can be updated', async (table, columns) => {
  const { rows } = await owner.query<{ column: string }>(
    `select a.attname "column" from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       and not has_column_privilege('cryptocommerce_app', a.attrelid, a.attnum, 'update') order by a.attnum`,
    [table],
  );
  expect(rows.map(({ column }) => column)).toEqual(columns.split(' '));
});

test('no table with personal data grants an update of every column', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname "name" from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and has_table_privilege('cryptocommerce_app', c.oid, 'update') order by 1`,
  );
  // Prices, progress and counts have no personal data. A draft belongs to its author, who may change every column.
  expect(rows.map(({ name }) => name)).toEqual([
    ...['crypto_prices', 'link_progress', 'price_checks', 'price_history', 'price_refreshes', 'rate_limits'],
    ...['scam_drafts', 'sell_drafts'],
  ]);
});
