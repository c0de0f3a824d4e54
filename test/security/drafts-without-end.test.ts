import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { serverUnderTest } from '../worker.ts';

/**
 * What was typed and not sent is written anew with each pause of a hand. Each time leaves as much in the log of the
 * database, which is archived: without an end one account, on one connection, fills the disk of that log.
 */
const server = await serverUnderTest();
const { call, owner } = server;

/** A text that nothing makes smaller, in so many fields. */
const typed = (fields: number, each: number) =>
  Object.fromEntries(Array.from({ length: fields }, (_, n) => [`field${n}`, randomBytes(each).toString('hex')]));

test.each([
  ['trading/keepSellDraft', { data: typed(1, 900) }],
  ['scamReports/keepDraft', { data: typed(1, 900) }],
  ['launches/keepDraft', { data: typed(1, 900) }],
  // Nothing is kept of a course that nobody takes, and asking costs as much.
  ['projects/keepDraft', { courseId: 'no-such-course', evidence: {} }],
])('%s: as often in a minute as somebody types, and others go on', async (path, input) => {
  const [one, another] = [await server.signIn('tier1'), await server.signIn('tier2')];
  const keeps = async (cookie: string) => (await call(path, input, cookie)).status;
  const said = new Set<number>();
  // So many in two minutes: of a minute that begins meanwhile none is refused.
  for (let n = 0; n < 150 && !said.has(429); n++) said.add(await keeps(one));
  expect(said).toContain(429);
  expect(await keeps(another)).not.toBe(429);
});

test('what is kept of a sale is as long as its form, not as long as a request may be', async () => {
  const cookie = await server.signIn('enhanced');
  const kept = async (data: object) => (await call('trading/keepSellDraft', { data }, cookie)).status;
  const bytes = async () =>
    (await owner.query(`select coalesce(max(length(data::text)), 0)::int n from sell_drafts`)).rows[0].n;
  expect(await kept(typed(20, 400))).toBe(200);
  expect(await kept(typed(100, 900))).toBe(400);
  expect(await kept(typed(20, 1_000))).toBe(400);
  expect(await bytes()).toBeLessThan(25_000);
});

test('a browser is named to be told as often in a minute as somebody turns it on, and others go on', async () => {
  const [one, another] = [await server.signIn('tier1'), await server.signIn('tier2')];
  // As long as an address may be, and of nothing that could be made smaller: four thousand bytes of the log each.
  const endpoint = () => `https://push.example/${randomBytes(470).toString('hex')}`;
  const names = async (cookie: string) => (await call('notices/startPush', { endpoint: endpoint() }, cookie)).status;
  const said = new Set<number>();
  for (let n = 0; n < 150 && !said.has(429); n++) said.add(await names(one));
  expect([...said]).toEqual([200, 429]);
  expect(await names(another)).toBe(200);
});
