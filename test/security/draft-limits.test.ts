import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';

/**
 * Drafts are stored at every typing pause, and each write is archived in the WAL. Without a limit, a single account
 * could fill the disk of the archive.
 */
const server = await serverUnderTest();
const { call, owner } = server;

const buildFields = (fields: number, bytesPerField: number) =>
  Object.fromEntries(
    Array.from({ length: fields }, (_, n) => [`field${n}`, randomBytes(bytesPerField).toString('hex')]),
  );

test.each([
  ['trading/keepSellDraft', { data: buildFields(1, 900) }],
  ['scamReports/keepDraft', { data: buildFields(1, 900) }],
  ['launches/keepDraft', { data: buildFields(1, 900) }],
  // Without an enrollment nothing is stored, but the check costs as much.
  ['projects/keepDraft', { courseId: 'no-such-course', evidence: {} }],
])('%s: limited per minute and account; others continue', async (path, input) => {
  const [one, another] = [await server.signIn('tier1'), await server.signIn('tier2')];
  const saveDraft = async (cookie: string) => (await call(path, input, cookie)).status;
  const statuses = new Set<number>();
  // The limit is per minute, and 150 requests exceed that of two minutes.
  for (let n = 0; n < 150 && !statuses.has(429); n++) statuses.add(await saveDraft(one));
  expect(statuses).toContain(429);
  expect(await saveDraft(another)).not.toBe(429);
});

test('a stored sell draft is limited by its form, not by the request size', async () => {
  const cookie = await server.signIn('enhanced');
  const saveSellDraft = async (data: object) => (await call('trading/keepSellDraft', { data }, cookie)).status;
  const findLargestDraft = async () =>
    (await owner.query(`select coalesce(max(length(data::text)), 0)::int n from sell_drafts`)).rows[0].n;
  expect(await saveSellDraft(buildFields(20, 400))).toBe(200);
  expect(await saveSellDraft(buildFields(100, 900))).toBe(400);
  expect(await saveSellDraft(buildFields(20, 1_000))).toBe(400);
  expect(await findLargestDraft()).toBeLessThan(25_000);
});

test('registering a browser for push is limited per minute and account; others continue', async () => {
  const [one, another] = [await server.signIn('tier1'), await server.signIn('tier2')];
  // An incompressible URL of maximum length, which takes 4,000 bytes of WAL.
  const endpoint = () => `https://push.example/${randomBytes(470).toString('hex')}`;
  const registerBrowser = async (cookie: string) =>
    (await call('notices/startPush', { endpoint: endpoint() }, cookie)).status;
  const statuses = new Set<number>();
  for (let n = 0; n < 150 && !statuses.has(429); n++) statuses.add(await registerBrowser(one));
  expect([...statuses]).toEqual([200, 429]);
  expect(await registerBrowser(another)).toBe(200);
});
