import { randomUUID } from 'node:crypto';
import type { InferRouterOutputs } from '@orpc/server';
import { afterEach, expect, test } from 'vitest';
import { createScamStaffTools } from '../../../../test/scam-desk.ts';
import { createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { scamStaffApi } from './api.ts';
import { deleteOldAppeals, renderAppealEmail } from './jobs.ts';

type AppealRow = InferRouterOutputs<typeof scamStaffApi>['appeals']['lines'][number];

const server = await serverWithoutFaults();
const { call, owner } = server;
const { admin, compliance, support, insertReport, publish } = await createScamStaffTools(server);
afterEach(async () => {
  await owner.query(`delete from rate_limits where key like 'scam-appeal:%'`);
});

const why = { name: 'Ina Brown', email: 'ina@example.com', statement: 'This is our own shop and pays everybody.' };
const dismissed = { outcome: 'dismissed', reasonCode: 'stands', answer: 'We looked again, and nothing has changed.' };
const upheld = { outcome: 'upheld', reasonCode: 'too_little_stood', answer: 'What it stood on is not enough for us.' };

/** Publishes a warning proposed by compliance and approved by support's account, so that admin may answer. */
async function published() {
  const reportId = await insertReport({ website: `scam-${randomUUID()}.com` });
  const id = await publish(reportId, 'likely');
  await owner.query('alter table proposals disable trigger user');
  await owner.query(
    `update proposals set decided_by = (select id from auth."user" where email = 'support@demo.test')
      where id = (select proposal_id from scam_publications where id = $1)`,
    [id],
  );
  await owner.query('alter table proposals enable trigger user');
  const { rows } = await owner.query<{ slug: string }>('select slug from scam_publications where id = $1', [id]);
  return { id, reportId, slug: rows[0]?.slug ?? '' };
}
const appeals = (slug: string, cookie?: string) =>
  call<{ code?: string }>('scamReports/appeal', { slug, ...why }, cookie);
async function lineOf(slug: string, who = admin): Promise<AppealRow | undefined> {
  return (await who<{ lines: AppealRow[] }>('appeals')).body.lines.find((line) => line.slug === slug);
}
const withdrawn = async (id: string) =>
  (await owner.query('select withdrawn_at, withdrawn_code from scam_publications where id = $1', [id])).rows[0];

test('an anonymous appeal returns only a confirmation', async () => {
  const { slug } = await published();
  expect(await appeals(slug)).toMatchObject({ status: 200, body: { done: true } });
  expect(await lineOf(slug)).toMatchObject({ ...why, state: 'open', mayAnswer: true, standing: true });
  expect((await lineOf(slug, compliance))?.mayAnswer).toBe(false);
  expect((await support('appeals')).status).toBe(403);
  expect((await appeals('no-such-warning')).body.code).toBe('scam_reports.no_warning');
});

test('upholding an appeal withdraws the warning and emails the appellant', async () => {
  const { id, slug } = await published();
  await appeals(slug);
  const appealId = (await lineOf(slug))?.id;
  expect((await compliance('answerAppeal', { appealId, ...upheld })).body.code).toBe('scam_desk.another_answers');
  expect((await withdrawn(id)).withdrawn_at).toBeNull();
  expect((await admin('answerAppeal', { appealId, ...upheld, reasonCode: 'stands' })).body.code).toBe(
    'scam_desk.reason_unknown',
  );
  expect((await admin('answerAppeal', { appealId, ...upheld })).status).toBe(200);
  expect(await withdrawn(id)).toMatchObject({ withdrawn_code: 'appeal' });
  expect((await admin('answerAppeal', { appealId, ...upheld })).body.code).toBe('scam_desk.appeal_answered');
  const { rowCount } = await owner.query(
    `select from pgboss.job where name = 'scams.send_appeal_decision' and data ->> 'id' = $1`,
    [appealId],
  );
  expect(rowCount).toBe(1);
  expect((await appeals(slug)).body.code).toBe('scam_reports.no_warning');
});

test('dismissing an appeal keeps the warning and emails reason and answer', async () => {
  const { id, slug } = await published();
  await appeals(slug);
  const appealId = (await lineOf(slug))?.id;
  expect((await admin('answerAppeal', { appealId, ...dismissed })).status).toBe(200);
  expect((await withdrawn(id)).withdrawn_at).toBeNull();
  const email = { ...why, title: 'Quick Profit', ...dismissed, outcome: 'dismissed' as const, slug };
  const { to, subject, text } = renderAppealEmail(email, 'https://x.test');
  expect([to, subject]).toEqual([why.email, 'Your appeal: the warning stays online']);
  expect(text).toContain('the warning stays.');
  expect(text).toContain(dismissed.answer);
});

test('answering an own appeal is refused', async () => {
  const { slug } = await published();
  await appeals(slug, await server.signIn('admin'));
  const appealId = (await lineOf(slug))?.id;
  expect((await admin('answerAppeal', { appealId, ...upheld })).body.code).toBe('approvals.own_matter');
});

test('the database refuses an upheld appeal with an active warning', async () => {
  const { slug } = await published();
  await appeals(slug);
  const appealId = (await lineOf(slug))?.id;
  const write = owner.query(
    `update scam_appeals set state = 'upheld', reason_code = 'x', answer = 'x', decided_at = now(),
       decided_by = (select id from auth."user" where email = 'admin@demo.test') where id = $1`,
    [appealId],
  );
  await expect(write).rejects.toMatchObject({ constraint: 'upheld_is_withdrawn' });
});

test('a connection can appeal three times a day per warning, and users are counted separately', async () => {
  const [{ slug }, other] = [await published(), await published()];
  for (let n = 0; n < 3; n++) expect((await appeals(slug)).status).toBe(200);
  expect((await appeals(slug)).body.code).toBe('scam_reports.too_many_appeals');
  expect((await appeals(other.slug)).status).toBe(200);
  const { cookie } = await newCustomer(server);
  for (const which of [slug, slug, other.slug]) expect((await appeals(which, cookie)).status).toBe(200);
  expect((await appeals(other.slug, cookie)).body.code).toBe('scam_reports.too_many_appeals');
});

test('a connection can send thirty anonymous appeals a day', async () => {
  const { slug } = await published();
  expect((await appeals(slug)).status).toBe(200);
  await owner.query(`update rate_limits set tries = 30 where key like 'scam-appeal:address:%'`);
  expect((await appeals((await published()).slug)).body.code).toBe('scam_reports.too_many_appeals');
});

test('appeals against unknown warnings do not use up the limit', async () => {
  const { slug } = await published();
  for (let n = 0; n < 40; n++) await appeals(`nothing-${n}`);
  expect((await appeals(slug)).status).toBe(200);
});

test('a signed-in user can appeal despite many anonymous appeals', async () => {
  const { id, slug } = await published();
  await owner.query(
    `insert into scam_appeals (publication_id, name, email, statement, created_at)
       select $1, $2, $3, $4, now() from generate_series(1, 50)`,
    [id, why.name, why.email, why.statement],
  );
  expect((await appeals(slug)).body.code).toBe('scam_reports.appeals_wait');
  const { cookie } = await newCustomer(server);
  expect((await appeals(slug, cookie)).status).toBe(200);
});

test('only anonymous appeals are deleted two years after their answer', async () => {
  const { id } = await published();
  const customer = await newCustomer(server);
  const added = async (of: { user?: string; answered?: string }) => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into scam_appeals (publication_id, user_id, name, email, statement, created_at)
       values ($1, $2, $3, $4, $5, now() - interval '3 years') returning id`,
      [id, of.user ?? null, why.name, why.email, why.statement],
    );
    const appealId = rows[0]?.id ?? '';
    await owner.query('alter table scam_appeals disable trigger user');
    if (of.answered)
      await owner.query(
        `update scam_appeals set state = 'dismissed', reason_code = 'stands', answer = 'It stays.', decided_at = $2,
           decided_by = (select id from auth."user" where email = 'admin@demo.test') where id = $1`,
        [appealId, of.answered],
      );
    await owner.query('alter table scam_appeals enable trigger user');
    return appealId;
  };
  const [old, recent] = [new Date(Date.now() - 740 * 86_400_000), new Date(Date.now() - 700 * 86_400_000)];
  const deleted = await added({ answered: old.toISOString() });
  const remaining = [
    await added({ answered: recent.toISOString() }),
    await added({}),
    await added({ answered: old.toISOString(), user: customer.id }),
  ];
  await deleteOldAppeals(server.services);
  const { rows } = await owner.query<{ id: string }>('select id from scam_appeals where publication_id = $1', [id]);
  expect(rows.map((row) => row.id).sort()).toEqual(remaining.sort());
  expect(remaining).not.toContain(deleted);
  // The database refuses to delete open, recent and customers' appeals.
  const { outcome } = createPolicyTools(server);
  expect(await outcome({}, 'delete from scam_appeals')).toBe(0);
});
