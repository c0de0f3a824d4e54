import { randomUUID } from 'node:crypto';
import type { InferRouterOutputs } from '@orpc/server';
import { expect, test } from 'vitest';
import { countLockWaits } from '../../../../test/lock-waits.ts';
import { buildVerdict, createScamStaffTools } from '../../../../test/scam-desk.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { OwnReport } from '../types.ts';
import type { scamStaffApi } from './api.ts';

/** Reporting more indicators does not block a warning, and the warning does not publish them. */
const server = await serverWithoutFaults();
const { owner } = server;
const { admin, compliance, loadCase, findCaseId, judgeReport, insertReport, submitReport, lookUp, joinSites, cookies } =
  await createScamStaffTools(server);

const site = (value: string) => ({ kind: 'domain' as const, scope: '', value });
const newSite = () => `scam-${randomUUID()}.com`;
const texts = {
  title: 'Quick Profit',
  summary: 'We judge it likely that it pays no one: it promises to double coins.',
};
const joins = async (one: string, other: string) => {
  await submitReport(await newCustomer(server), { facts: [one, other].map(site) });
  expect((await joinSites(one, other)).status).toBe(200);
};
const indicatorIds = async (caseId: string, ...sites: string[]) =>
  (await loadCase(caseId)).indicators.filter(({ value }) => sites.includes(value)).map(({ id }) => id);
const proposes = async (caseId: string, ...sites: string[]) =>
  (await compliance('proposeWarning', { caseId, ...texts, indicators: await indicatorIds(caseId, ...sites) })).body;
const decides = (proposalId: string | undefined, decision = 'approve') =>
  admin('decideWarning', { proposalId, decision, ...(decision === 'reject' && { reason: 'Not now' }) });
const statusOf = async (website: string) => (await lookUp({ website }))[0]?.known?.shown ?? null;

async function proposed() {
  const scam = newSite();
  const report = await insertReport({ website: scam });
  const caseId = await judgeReport(report);
  return { scam, report, caseId, proposalId: (await proposes(caseId, scam))['proposalId'] };
}

test('reporting a scam together with other indicators does not block its warning', async () => {
  const { scam, caseId, proposalId } = await proposed();
  const other = newSite();
  const report = await insertReport({ website: other });
  await joins(scam, other);
  expect(await findCaseId(report)).toBe(caseId);
  const { indicators, proposals } = await loadCase(caseId, 'admin');
  const verdictOf = (value: string) => indicators.find((one) => one.value === value)?.verdictId;
  expect(verdictOf(scam)).toBe(proposals[0]?.verdictId);
  expect(verdictOf(other)).toBeNull();
  expect((await decides(proposalId)).status).toBe(200);
  expect([await statusOf(scam), await statusOf(other)]).toEqual(['published', null]);
  expect((await compliance('generateReport', { reportId: report, message: '' })).body.code).toBe(
    'scam_desk.verdict_first',
  );
});

test('merging into an older case does not block a warning', async () => {
  const other = newSite();
  const older = await findCaseId(await insertReport({ website: other }));
  const { scam, caseId, proposalId } = await proposed();
  await joins(scam, other);
  expect((await loadCase(caseId)) as object).toEqual({ movedTo: older });
  expect((await loadCase(older)).proposals).toMatchObject([{ id: proposalId, ...texts }]);
  expect(await proposes(older, scam)).toMatchObject({ code: 'approvals.already_open' });
  expect((await decides(proposalId)).body).toMatchObject({ caseId: older });
  expect((await loadCase(older)).publications).toMatchObject([{ title: texts.title, withdrawnAt: null }]);
  expect([await statusOf(scam), await statusOf(other)]).toEqual(['published', null]);
});

test('joined indicators block neither a proposal nor the answers to reporters', async () => {
  const [scam, other] = [newSite(), newSite()];
  const report = await insertReport({ website: scam });
  const caseId = await judgeReport(report);
  await insertReport({ website: other });
  await joins(scam, other);
  expect((await loadCase(caseId)).verdictId).toBeNull();
  expect((await compliance('generateReport', { reportId: report, message: '' })).status).toBe(200);
  expect(await proposes(caseId, other)).toMatchObject({ code: 'scam_desk.not_publishable' });
  expect(await proposes(caseId, scam, other)).toMatchObject({ code: 'scam_desk.not_publishable' });
  expect((await decides((await proposes(caseId, scam))['proposalId'])).status).toBe(200);
});

test('proposals of two merged cases are decided separately', async () => {
  const [one, two] = [await proposed(), await proposed()];
  await joins(one.scam, two.scam);
  const waiting = (await loadCase(one.caseId, 'admin')).proposals.map(({ id }) => id);
  expect(new Set(waiting)).toEqual(new Set([one.proposalId, two.proposalId]));
  expect((await decides(two.proposalId, 'reject')).status).toBe(200);
  expect((await decides(one.proposalId)).status).toBe(200);
  expect([await statusOf(one.scam), await statusOf(two.scam)]).toEqual(['published', null]);
  expect((await decides((await proposes(one.caseId, two.scam))['proposalId'])).status).toBe(200);
});

test('an indicator cleared after the proposal is not published in any case', async () => {
  const other = newSite();
  const older = await findCaseId(await insertReport({ website: other }));
  const { scam, proposalId } = await proposed();
  await joins(scam, other);
  await admin('saveVerdict', buildVerdict(older, { verdict: 'legitimate', reasonCode: 'mistaken' }));
  expect((await decides(proposalId)).body.code).toBe('approvals.changed_since');
  expect(await statusOf(scam)).toBeNull();
});

test('an indicator marked as shared after the proposal is not published', async () => {
  const { scam, caseId, proposalId } = await proposed();
  const [indicatorId] = await indicatorIds(caseId, scam);
  const mark = (common: boolean) => compliance('markShared', { caseId, indicatorId, common, word: 'A bank' });
  expect((await mark(true)).status).toBe(200);
  expect((await decides(proposalId)).body.code).toBe('approvals.changed_since');
  await mark(false);
  expect((await decides(proposalId)).body.code).toBe('approvals.changed_since');
  expect((await loadCase(caseId)).indicators.find(({ id }) => id === indicatorId)?.verdictId).toBeNull();
});

test('a withdrawn indicator needs a new verdict despite earlier proposals', async () => {
  const { scam, caseId, proposalId } = await proposed();
  await owner.query('alter table proposals disable trigger user');
  const { rows } = await owner.query<{ id: string }>(
    `with gone as (insert into scam_cases (opened_at, last_report_at, merged_into) values (now(), now(), $2) returning id)
     insert into proposals (kind, subject, payload, proposed_by)
       select p.kind, gone.id::text, p.payload, p.proposed_by from proposals p, gone where p.id = $1 returning id`,
    [proposalId, caseId],
  );
  await owner.query('alter table proposals enable trigger user');
  expect((await decides(proposalId)).status).toBe(200);
  const [publication] = (await loadCase(caseId)).publications;
  await admin('withdrawWarning', { publicationId: publication?.id, reasonCode: 'appeal' });
  expect((await decides(rows[0]?.id)).body.code).toBe('approvals.changed_since');
  expect((await decides(rows[0]?.id, 'reject')).status).toBe(200);
  expect(await proposes(caseId, scam)).toMatchObject({ code: 'scam_desk.not_publishable' });
  await compliance('saveVerdict', buildVerdict(caseId));
  expect((await decides((await proposes(caseId, scam))['proposalId'])).status).toBe(200);
});

test('a warning moves to the merged case before the second approval', async () => {
  const other = newSite();
  const older = await findCaseId(await insertReport({ website: other }));
  const { scam, proposalId } = await proposed();
  const waits = (many: number) => expect.poll(() => countLockWaits(server)).toBe(many);
  const gate = await owner.connect();
  await gate.query('begin');
  // Both cases are locked, and the notes of one have not moved yet.
  await gate.query('lock table scam_notes in share mode');
  const joining = joinSites(scam, other);
  await waits(1);
  const approving = decides(proposalId);
  await waits(2);
  await gate.query('rollback');
  gate.release();
  await joining;
  expect((await approving).body).toMatchObject({ caseId: older });
  expect((await loadCase(older)).publications).toMatchObject([{ withdrawnAt: null }]);
});

test('the database refuses a publication without a current verdict on it', async () => {
  const { scam, caseId, proposalId } = await proposed();
  await decides(proposalId);
  const [publication] = (await loadCase(caseId)).publications;
  const other = newSite();
  await insertReport({ website: other });
  await joins(scam, other);
  const [indicatorId, laterId] = [(await indicatorIds(caseId, scam))[0], (await indicatorIds(caseId, other))[0]];
  await owner.query('alter table proposals disable trigger user');
  await owner.query(`update proposals set payload = jsonb_set(payload, '{indicators}', $2) where id = $1`, [
    proposalId,
    JSON.stringify([indicatorId, laterId]),
  ]);
  await owner.query('alter table proposals enable trigger user');
  const write = (id: string | undefined) =>
    owner.query('insert into scam_published_indicators values ($1, $2)', [publication?.id, id]);
  await expect(write(laterId)).rejects.toMatchObject({ constraint: 'published_as_judged' });
  await owner.query('delete from scam_published_indicators where publication_id = $1', [publication?.id]);
  await compliance('saveVerdict', buildVerdict(caseId));
  await expect(write(indicatorId)).rejects.toMatchObject({ constraint: 'published_as_judged' });
});

type CaseRow = InferRouterOutputs<typeof scamStaffApi>['cases']['lines'][number];

/** A verdict covers what was known at the time, not later indicators. */

const lines = async (input: object) => (await compliance<{ lines: CaseRow[] }>('cases', input)).body;
const ownOf = async (cookie: string) =>
  (await server.call<{ reports: OwnReport[] }>('scamReports/own', {}, cookie)).body.reports;

test('a file with an earlier verdict is refused after a new verdict', async () => {
  const customer = await newCustomer(server);
  const { id } = await submitReport(customer, { website: newSite() });
  const caseId = await judgeReport(id);
  const draw = async () => (await compliance('generateReport', { reportId: id, message: '' })).body;
  const complete = ({ fileId, verdictId }: Awaited<ReturnType<typeof draw>>) =>
    compliance('complete', { reportId: id, fileId, verdictId });
  const before = await draw();
  await admin('saveVerdict', buildVerdict(caseId, { verdict: 'legitimate', reasonCode: 'mistaken' }));
  expect((await complete(before)).body.code).toBe('scam_desk.judged_since');
  expect((await ownOf(customer.cookie))[0]).toMatchObject({ status: 'in_review', reportFile: null });
  expect((await complete(await draw())).status).toBe(200);
});

test('a verdict does not cover a case that is merged later', async () => {
  const [bad, shop] = [newSite(), newSite()];
  const [one, other] = [await insertReport({ website: bad }), await insertReport({ website: shop })];
  const caseId = await judgeReport(one);
  const facts = [bad, shop].map((value) => ({ kind: 'domain', scope: '', value }) as const);
  await insertReport({ facts });
  await joinSites(bad, shop);
  expect(await findCaseId(other)).toBe(caseId);
  const draw = () => compliance('generateReport', { reportId: other, message: '' });
  expect((await draw()).body.code).toBe('scam_desk.verdict_first');
  const { indicators, verdicts, verdictId } = await loadCase(caseId);
  expect([verdicts.length, verdictId]).toEqual([1, null]);
  const site = indicators.find(({ value }) => value === shop)?.id;
  const proposal = {
    caseId,
    title: 'A shop',
    summary: 'We judge it likely that it sends nothing.',
    indicators: [site],
  };
  expect((await compliance('proposeWarning', proposal)).body.code).toBe('scam_desk.not_publishable');
  expect((await lines({ search: shop })).lines[0]?.verdict).toBeNull();
  await judgeReport(other);
  expect((await draw()).status).toBe(200);
});

test('a verdict does not cover indicators of a later report', async () => {
  const [bad, shop] = [newSite(), newSite()];
  const caseId = await judgeReport(await insertReport({ website: bad }));
  const also = await insertReport({ website: bad });
  const later = await insertReport({ website: shop, facts: [{ kind: 'domain', scope: '', value: bad }] });
  expect(await findCaseId(later)).toBe(caseId);
  const draw = (reportId: string) => compliance('generateReport', { reportId, message: '' });
  expect((await draw(also)).status).toBe(200);
  expect((await draw(later)).body.code).toBe('scam_desk.verdict_first');
  const { indicators, reports } = await loadCase(caseId);
  expect(reports.map(({ id, verdictId }) => [id === later, verdictId === null])).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ]);
  const site = indicators.find(({ value }) => value === shop)?.id;
  const proposal = {
    caseId,
    title: 'A shop',
    summary: 'We judge it likely that it sends nothing.',
    indicators: [site],
  };
  expect((await compliance('proposeWarning', proposal)).body.code).toBe('scam_desk.not_publishable');
});

test('a generated file completes only its own report, and only once', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  const website = newSite();
  const [own, otherReport] = [await submitReport(one, { website }), await submitReport(other, { website })];
  await judgeReport(own.id);
  const draw = async (reportId: string) => (await compliance('generateReport', { reportId, message: '' })).body;
  const complete = (reportId: string, { fileId, verdictId }: Awaited<ReturnType<typeof draw>>) =>
    compliance('complete', { reportId, fileId, verdictId });
  const [first, file] = [await draw(own.id), await draw(own.id)];
  expect((await complete(otherReport.id, file)).body.code).toBe('scam_desk.file_of_another');
  await server.owner.query(
    `update scam_report_documents set generated_at = generated_at - interval '1 minute' where file_id = $1`,
    [first.fileId],
  );
  expect((await complete(own.id, first)).body.code).toBe('scam_desk.file_of_another');
  expect((await complete(own.id, file)).status).toBe(200);
  expect((await ownOf(other.cookie))[0]).toMatchObject({ status: 'in_review', reportFile: null });
  const written = await server.app.inject({
    ...{ method: 'PUT', url: '/api/files?purpose=scam-report', payload: `What we found: ${randomUUID()}` },
    headers: {
      ...{ cookie: cookies.compliance, 'content-type': 'application/octet-stream', 'x-file-name': 'report.txt' },
    },
  });
  const uploaded = written.json<{ id: string }>().id;
  const [third, fourth] = [await submitReport(one, { website }), await submitReport(other, { website })];
  await judgeReport(third.id);
  const { verdictId = '' } = await draw(third.id);
  expect((await complete(third.id, { fileId: uploaded, verdictId })).status).toBe(200);
  expect((await complete(fourth.id, { fileId: uploaded, verdictId })).body.code).toBe('scam_desk.file_of_another');
});
