import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { linkTo, upload } from '../../../../test/orders.ts';
import { scamDeskOn, verdictOn } from '../../../../test/scam-desk.ts';
import { report } from '../../../../test/scams.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { OwnReport } from '../shapes.ts';
import { answerLetter } from './letters.ts';
import type { MatterLine } from './shapes.ts';

/** Reported scams at the desk: who sees what, judging, and answering whoever reported. */
const server = await serverWithoutFaults();
const { owner, call } = server;
const desk = await scamDeskOn(server);
const { admin, compliance, support, finance, matter, matterOf, judged, reported, submits, looks } = desk;

const newSite = () => `scam-${randomUUID()}.com`;
const lines = async (input: object) =>
  (await compliance<{ lines: MatterLine[]; next: { at: string; id: string } | null }>('matters', input)).body;
const ownOf = async (cookie: string) =>
  (await call<{ reports: OwnReport[] }>('scamReports/own', {}, cookie)).body.reports;
const entries = async (action: string, subject: string) =>
  (
    await owner.query('select after, reason_code, about_id from audit_log where action = $1 and subject_id = $2', [
      action,
      subject,
    ])
  ).rows;
const idOf = async (who: string) =>
  (await owner.query<{ id: string }>('select id from profiles where email = $1', [`${who}@demo.test`])).rows[0]?.id ??
  '';

test('what waits is listed the oldest first, page by page, by kind and by what it names', async () => {
  const website = newSite();
  const wallet = { kind: 'wallet', scope: 'evm', value: '0x52908400098527886E0F7030069857D2E4169EE7' } as const;
  const [first, second] = [await reported({ website }), await reported({ facts: [wallet], name: 'Coin Doubler' })];
  await reported({ website });
  const [one, two] = [await matterOf(first), await matterOf(second)];
  const waiting = (await lines({})).lines.map(({ id }) => id);
  expect(waiting.indexOf(one)).toBeLessThan(waiting.indexOf(two));
  expect((await lines({ search: `https://www.${website}/x` })).lines).toMatchObject([
    { id: one, people: 2, reports: 2, kinds: ['domain', 'name'], verdict: null, published: false },
  ]);
  expect((await lines({ search: wallet.value.toLowerCase() })).lines.map(({ id }) => id)).toEqual([two]);
  expect((await lines({ search: 'coin  doubler' })).lines.map(({ id }) => id)).toContain(two);
  expect((await lines({ search: newSite() })).lines).toEqual([]);
  const wallets = (await lines({ kind: 'wallet' })).lines.map(({ id }) => id);
  expect([wallets.includes(one), wallets.includes(two)]).toEqual([false, true]);
  const { body } = await support<{ waiting: number; appeals: number }>('count');
  expect(body.waiting).toBe((await lines({})).lines.length);
});

test('a list is paged by key: each matter stands on one page', async () => {
  await owner.query(
    `insert into scam_matters (opened_at, last_report_at, reports, people, waits_since)
       select t.moment, t.moment, 1, 1, t.moment from generate_series(1, 120) n,
         lateral (select date_trunc('milliseconds', now()) - make_interval(mins => n) as moment) t`,
  );
  const seen: string[] = [];
  let after: { at: string; id: string } | null = null;
  do {
    const page: Awaited<ReturnType<typeof lines>> = await lines({ after });
    seen.push(...page.lines.map(({ id }) => id));
    after = page.next;
  } while (after);
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int n from scam_matters where waits_since is not null',
  );
  expect([seen.length, new Set(seen).size]).toEqual([rows[0]?.n, rows[0]?.n]);
  await owner.query(
    'delete from scam_matters m where not exists (select from scam_reports r where r.matter_id = m.id)',
  );
});

test('who reported is told to compliance and admin, never to support; the look is on record', async () => {
  const customer = await newCustomer(server);
  const { id } = await submits(customer, { website: newSite() });
  const matterId = await matterOf(id);
  expect((await matter(matterId)).reports[0]?.reporter).toMatchObject({ id: customer.id });
  expect((await matter(matterId, 'admin')).reports[0]?.reporter).toMatchObject({ id: customer.id });
  const seen = await matter(matterId, 'support');
  expect(seen.reports[0]?.reporter).toBeNull();
  expect(JSON.stringify(seen)).not.toContain(customer.id);
  expect(seen.may).toEqual({ judge: false });
  expect(await entries('scams.matter_viewed', matterId)).toHaveLength(3);
  expect((await finance('matter', { matterId })).status).toBe(403);
});

test('support notes and judges nothing; a note stands with who wrote it', async () => {
  const matterId = await matterOf(await reported({ website: newSite() }));
  expect((await support('note', { matterId, text: 'They called me too.' })).status).toBe(200);
  expect((await matter(matterId)).notes).toMatchObject([{ text: 'They called me too.' }]);
  for (const [path, input] of [
    ['review', { matterId }],
    ['judge', verdictOn(matterId)],
    ['mark', { matterId, indicatorId: randomUUID(), common: true, word: 'A bank' }],
  ] as const)
    expect((await support(path, input)).status).toBe(403);
  const client = await owner.connect();
  await client.query('begin');
  await client.query('set local role cryptocommerce_app');
  await client.query(`select set_config('app.user_id', $1, true)`, [await idOf('support')]);
  const write = client.query(
    `insert into scam_verdicts (matter_id, verdict, checklist, reason_code, note, decided_by, decided_at)
       values ($1, 'scam', '{}', 'x', 'x', $2, now())`,
    [matterId, await idOf('support')],
  );
  await expect(write).rejects.toMatchObject({ code: '42501' });
  await client.query('rollback');
  client.release();
  expect((await owner.query('select from scam_verdicts where matter_id = $1', [matterId])).rows).toEqual([]);
});

test('a verdict says why, by a checklist, and the report is in review', async () => {
  const customer = await newCustomer(server);
  const { id } = await submits(customer, { website: newSite() });
  const matterId = await matterOf(id);
  const judge = (more: object) => compliance('judge', { ...verdictOn(matterId), ...more });
  expect((await judge({ reasonCode: 'known_business' })).body.code).toBe('scam_desk.reason_unknown');
  const { checklist } = verdictOn(matterId);
  expect((await judge({ checklist: { ...checklist, ours: 'no' } })).body.code).toBe('scam_desk.checks_forbid');
  expect((await judge({ note: '' })).status).toBe(400);
  expect((await judge({ checklist: { ...checklist, ours: undefined } })).status).toBe(400);
  expect((await ownOf(customer.cookie))[0]?.status).toBe('submitted');
  expect((await judge({})).status).toBe(200);
  expect((await ownOf(customer.cookie))[0]?.status).toBe('in_review');
  expect((await matter(matterId)).verdicts).toMatchObject([
    { verdict: 'likely', reasonCode: 'promised_returns', note: 'The page promises to double coins.' },
  ]);
  expect(await entries('scams.judged', matterId)).toMatchObject([
    { reason_code: 'promised_returns', after: { verdict: 'likely' } },
  ]);
  expect((await judge({ verdict: 'legitimate', reasonCode: 'mistaken' })).status).toBe(200);
  expect((await lines({ view: 'all', search: (await ownOf(customer.cookie))[0]?.name })).lines[0]?.verdict).toBe(
    'legitimate',
  );
});

test('a matter is taken in hand before it is judged', async () => {
  const customer = await newCustomer(server);
  const matterId = await matterOf((await submits(customer, { website: newSite() })).id);
  expect((await compliance('review', { matterId })).status).toBe(200);
  expect((await ownOf(customer.cookie))[0]?.status).toBe('in_review');
  expect(await entries('scams.review_begun', matterId)).toHaveLength(1);
});

test('nobody reads, notes or judges a matter in which they reported', async () => {
  const id = await idOf('compliance');
  const { body } = await call<{ id: string }>(
    'scamReports/submit',
    report({ website: newSite() }),
    desk.cookies.compliance,
  );
  const matterId = await matterOf(body.id);
  for (const [path, input] of [
    ['matter', { matterId }],
    ['note', { matterId, text: 'x' }],
    ['review', { matterId }],
    ['judge', verdictOn(matterId)],
    ['decline', { reportId: body.id, reasonCode: 'no_scam' }],
  ] as const)
    expect((await compliance(path, input)).body.code).toBe('approvals.own_matter');
  const write = owner.query(
    `insert into scam_verdicts (matter_id, verdict, checklist, reason_code, note, decided_by, decided_at)
       values ($1, 'scam', '{}', 'x', 'x', $2, now())`,
    [matterId, id],
  );
  await expect(write).rejects.toMatchObject({ constraint: 'own_matter_of_person' });
  expect((await admin('judge', verdictOn(matterId))).status).toBe(200);
});

test('what is everybody’s is marked with a word, joins no more, and tells nothing', async () => {
  const website = newSite();
  const { cookie } = await newCustomer(server);
  const matterId = await matterOf(await reported({ website }));
  await reported({ website });
  expect((await looks({ website }, cookie))[0]?.known).toEqual({ told: 'reported' });
  const one = (await matter(matterId)).indicators.find(({ kind }) => kind === 'domain');
  const mark = (more: object) =>
    compliance('mark', { matterId, indicatorId: one?.id, common: true, word: 'The site of a bank', ...more });
  expect((await mark({ word: ' ' })).status).toBe(400);
  expect((await mark({ indicatorId: randomUUID() })).body.code).toBe('scam_desk.not_found');
  expect((await mark({})).status).toBe(200);
  expect((await matter(matterId)).indicators.find(({ id }) => id === one?.id)).toMatchObject({
    common: true,
    commonWord: 'The site of a bank',
  });
  expect((await looks({ website }, cookie))[0]?.known).toBeNull();
  expect(await matterOf(await reported({ website }))).not.toBe(matterId);
  expect(await entries('scams.marked_common', one?.id ?? '')).toHaveLength(1);
  expect((await mark({ common: false })).status).toBe(200);
  expect((await looks({ website }, cookie))[0]?.known).toEqual({ told: 'reported' });
});

test('a report is completed with a file made of its own facts, which its reporter downloads', async () => {
  const [customer, other] = [await newCustomer(server), await newCustomer(server)];
  const website = newSite();
  const { id } = await submits(customer, { website, name: 'Quick Profit', description: 'One.\nTwo.' });
  const second = await submits(other, { website, description: 'What the other one saw.' });
  const draw = () => compliance('draw', { reportId: id, says: 'Do not send more.' });
  expect((await draw()).body.code).toBe('scam_desk.verdict_first');
  const matterId = await judged(id);
  const { body, status } = await draw();
  expect(status).toBe(200);
  const fileId = String(body['fileId']);
  // Before it is completed nobody but staff opens it.
  expect((await call('documents/link', { fileId }, customer.cookie)).status).toBe(404);
  expect((await ownOf(customer.cookie))[0]).toMatchObject({ status: 'in_review', reportFile: null });
  // Nobody completes with a file of somebody else's, or of another purpose.
  const complete = (who: typeof compliance, file: string) =>
    who('complete', { reportId: id, fileId: file, verdictId: body['verdictId'] });
  expect((await complete(admin, fileId)).body.code).toBe('scam_desk.file_not_there');
  const flyer = (await upload(server, desk.cookies.admin, 'workshop-flyer')).body.id;
  expect((await complete(admin, flyer)).body.code).toBe('scam_desk.file_not_there');
  expect((await complete(compliance, fileId)).status).toBe(200);
  expect((await complete(compliance, fileId)).body.code).toBe('scam_desk.answered_before');
  expect((await ownOf(customer.cookie))[0]).toMatchObject({ status: 'completed', reportFile: fileId });
  const url = await linkTo(server, customer.cookie, fileId);
  const paper = await server.app.inject({ url, headers: { cookie: customer.cookie } });
  expect(paper.headers['content-type']).toBe('application/pdf');
  expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await call('documents/link', { fileId }, other.cookie)).status).toBe(404);
  expect(await entries('scams.report_completed', id)).toMatchObject([{ about_id: customer.id }]);
  // The matter waits for as long as one of its reports does.
  expect((await matter(matterId)).waitsSince).not.toBeNull();
  expect((await compliance('decline', { reportId: second.id, reasonCode: 'nothing_to_check' })).status).toBe(200);
  expect((await matter(matterId)).waitsSince).toBeNull();
});

test('whoever reported is written to: where the report waits, or why it was declined', async () => {
  const customer = await newCustomer(server);
  const { id } = await submits(customer, { name: 'Doubler', website: newSite() });
  const write = (reasonCode: string) => admin('decline', { reportId: id, reasonCode });
  expect((await write('promised_returns')).body.code).toBe('scam_desk.reason_unknown');
  expect((await write('no_scam')).status).toBe(200);
  expect((await ownOf(customer.cookie))[0]?.status).toBe('declined');
  expect(await entries('scams.report_declined', id)).toMatchObject([{ reason_code: 'no_scam' }]);
  const told = { name: 'Ina', email: 'ina@matrix.test', report: 'Doubler', reasonCode: null };
  const letter = answerLetter({ ...told, status: 'declined', reasonCode: 'no_scam' }, 'https://x.test');
  expect(letter.text).toContain('a dispute between two people');
  expect(answerLetter({ ...told, status: 'completed' }, 'https://x.test').text).toContain('under My Submissions');
  const { rows } = await owner.query(
    `select from pgboss.job where name = 'scams.answer_letter' and data ->> 'id' = $1`,
    [id],
  );
  expect(rows).toHaveLength(1);
});
