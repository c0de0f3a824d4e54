import { randomUUID } from 'node:crypto';
import type { InferRouterOutputs } from '@orpc/server';
import { expect, test } from 'vitest';
import { buildVerdict, createScamStaffTools } from '../../../../test/scam-desk.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { OwnReport } from '../types.ts';
import type { scamStaffApi } from './api.ts';

type CaseRow = InferRouterOutputs<typeof scamStaffApi>['matters']['lines'][number];

/** A verdict covers what was known at the time, not later indicators. */
const server = await serverWithoutFaults();
const { admin, compliance, cookies, matter, matterOf, judged, reported, submits, joinsSites } =
  await createScamStaffTools(server);

const newSite = () => `scam-${randomUUID()}.com`;
const lines = async (input: object) => (await compliance<{ lines: CaseRow[] }>('matters', input)).body;
const ownOf = async (cookie: string) =>
  (await server.call<{ reports: OwnReport[] }>('scamReports/own', {}, cookie)).body.reports;

test('a file with an earlier verdict is refused after a new verdict', async () => {
  const customer = await newCustomer(server);
  const { id } = await submits(customer, { website: newSite() });
  const matterId = await judged(id);
  const draw = async () => (await compliance('draw', { reportId: id, says: '' })).body;
  const complete = ({ fileId, verdictId }: Awaited<ReturnType<typeof draw>>) =>
    compliance('complete', { reportId: id, fileId, verdictId });
  const before = await draw();
  await admin('judge', buildVerdict(matterId, { verdict: 'legitimate', reasonCode: 'mistaken' }));
  expect((await complete(before)).body.code).toBe('scam_desk.judged_since');
  expect((await ownOf(customer.cookie))[0]).toMatchObject({ status: 'in_review', reportFile: null });
  expect((await complete(await draw())).status).toBe(200);
});

test('a verdict does not cover a case that is merged later', async () => {
  const [bad, shop] = [newSite(), newSite()];
  const [one, other] = [await reported({ website: bad }), await reported({ website: shop })];
  const matterId = await judged(one);
  const facts = [bad, shop].map((value) => ({ kind: 'domain', scope: '', value }) as const);
  await reported({ facts });
  await joinsSites(bad, shop);
  expect(await matterOf(other)).toBe(matterId);
  const draw = () => compliance('draw', { reportId: other, says: '' });
  expect((await draw()).body.code).toBe('scam_desk.verdict_first');
  const { indicators, verdicts, verdictId } = await matter(matterId);
  expect([verdicts.length, verdictId]).toEqual([1, null]);
  const site = indicators.find(({ value }) => value === shop)?.id;
  const asked = { matterId, title: 'A shop', summary: 'We judge it likely that it sends nothing.', indicators: [site] };
  expect((await compliance('proposeWarning', asked)).body.code).toBe('scam_desk.not_publishable');
  expect((await lines({ search: shop })).lines[0]?.verdict).toBeNull();
  await judged(other);
  expect((await draw()).status).toBe(200);
});

test('a verdict does not cover indicators of a later report', async () => {
  const [bad, shop] = [newSite(), newSite()];
  const matterId = await judged(await reported({ website: bad }));
  const also = await reported({ website: bad });
  const later = await reported({ website: shop, facts: [{ kind: 'domain', scope: '', value: bad }] });
  expect(await matterOf(later)).toBe(matterId);
  const draw = (reportId: string) => compliance('draw', { reportId, says: '' });
  expect((await draw(also)).status).toBe(200);
  expect((await draw(later)).body.code).toBe('scam_desk.verdict_first');
  const { indicators, reports } = await matter(matterId);
  expect(reports.map(({ id, verdictId }) => [id === later, verdictId === null])).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ]);
  const site = indicators.find(({ value }) => value === shop)?.id;
  const asked = { matterId, title: 'A shop', summary: 'We judge it likely that it sends nothing.', indicators: [site] };
  expect((await compliance('proposeWarning', asked)).body.code).toBe('scam_desk.not_publishable');
});

test('a generated file completes only its own report, and only once', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  const website = newSite();
  const [mine, theirs] = [await submits(one, { website }), await submits(other, { website })];
  await judged(mine.id);
  const draw = async (reportId: string) => (await compliance('draw', { reportId, says: '' })).body;
  const complete = (reportId: string, { fileId, verdictId }: Awaited<ReturnType<typeof draw>>) =>
    compliance('complete', { reportId, fileId, verdictId });
  const [first, file] = [await draw(mine.id), await draw(mine.id)];
  expect((await complete(theirs.id, file)).body.code).toBe('scam_desk.file_of_another');
  await server.owner.query(
    `update scam_report_documents set generated_at = generated_at - interval '1 minute' where file_id = $1`,
    [first.fileId],
  );
  expect((await complete(mine.id, first)).body.code).toBe('scam_desk.file_of_another');
  expect((await complete(mine.id, file)).status).toBe(200);
  expect((await ownOf(other.cookie))[0]).toMatchObject({ status: 'in_review', reportFile: null });
  const written = await server.app.inject({
    ...{ method: 'PUT', url: '/api/files?purpose=scam-report', payload: `What we found: ${randomUUID()}` },
    headers: {
      ...{ cookie: cookies.compliance, 'content-type': 'application/octet-stream', 'x-file-name': 'report.txt' },
    },
  });
  const uploaded = written.json<{ id: string }>().id;
  const [third, fourth] = [await submits(one, { website }), await submits(other, { website })];
  await judged(third.id);
  const { verdictId = '' } = await draw(third.id);
  expect((await complete(third.id, { fileId: uploaded, verdictId })).status).toBe(200);
  expect((await complete(fourth.id, { fileId: uploaded, verdictId })).body.code).toBe('scam_desk.file_of_another');
});
