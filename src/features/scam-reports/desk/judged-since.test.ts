import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { scamDeskOn, verdictOn } from '../../../../test/scam-desk.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import type { OwnReport } from '../shapes.ts';
import type { MatterLine } from './shapes.ts';

/** A verdict speaks of what was known when it was given, and of nothing that came to its matter since. */
const server = await serverUnderTest();
const { admin, compliance, matter, matterOf, judged, reported, submits } = await scamDeskOn(server);
afterEach(() => expect(server.faults.splice(0)).toEqual([]));

const newSite = () => `scam-${randomUUID()}.com`;
const lines = async (input: object) => (await compliance<{ lines: MatterLine[] }>('matters', input)).body;
const ownOf = async (cookie: string) =>
  (await server.call<{ reports: OwnReport[] }>('scamReports/own', {}, cookie)).body.reports;

test('a file that says what was judged before is sent to nobody once it is judged anew', async () => {
  const customer = await newCustomer(server);
  const { id } = await submits(customer, { website: newSite() });
  const matterId = await judged(id);
  const draw = async () => (await compliance('draw', { reportId: id, says: '' })).body;
  const complete = ({ fileId, verdictId }: Awaited<ReturnType<typeof draw>>) =>
    compliance('complete', { reportId: id, fileId, verdictId });
  const before = await draw();
  await admin('judge', verdictOn(matterId, { verdict: 'legitimate', reasonCode: 'mistaken' }));
  expect((await complete(before)).body.code).toBe('scam_desk.judged_since');
  expect((await ownOf(customer.cookie))[0]).toMatchObject({ status: 'in_review', reportFile: null });
  expect((await complete(await draw())).status).toBe(200);
});

test('what was judged of one matter is no word about another that it is joined with', async () => {
  const [bad, shop] = [newSite(), newSite()];
  const [one, other] = [await reported({ website: bad }), await reported({ website: shop })];
  const matterId = await judged(one);
  const facts = [bad, shop].map((value) => ({ kind: 'domain', scope: '', value }) as const);
  await reported({ facts });
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

test('nor about what a later report names beside it', async () => {
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
