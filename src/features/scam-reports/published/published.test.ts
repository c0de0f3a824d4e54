import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createScamStaffTools } from '../../../../test/scam-desk.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { PublicWarning } from './published-store.ts';
import { preloadWarnings } from './routes.ts';

const server = await serverWithoutFaults();
const { call, app } = server;
const { admin, compliance, matter, judged, submits } = await createScamStaffTools(server);

const read = async (path: string) => (await app.inject({ url: path })).body;
const listed = async (input: object = {}) =>
  (await call<{ lines: PublicWarning[]; next: { at: string; id: string } | null }>('scamReports/warnings', input)).body;

async function published(title = 'Quick Profit') {
  const website = `scam-${randomUUID()}.com`;
  const reporter = await newCustomer(server);
  const { id } = await submits(reporter, { website, description: 'My own words about my loss.' });
  const matterId = await judged(id);
  const summary = 'We judge it likely that it pays no one: "doubled" coins, <b>fast</b>.';
  const indicators = (await matter(matterId)).indicators.map((one) => one.id);
  const { body } = await compliance('proposeWarning', { matterId, title, summary, indicators });
  const decided = await admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  const [publication] = (await matter(matterId)).publications;
  return { website, reporter, slug: String(decided.body['slug']), publicationId: publication?.id };
}

test('an anonymous visitor reads and searches warnings without reporters', async () => {
  const { website, reporter, slug } = await published();
  const found = await listed({ search: website.slice(0, 20).toUpperCase() });
  expect(found.lines).toMatchObject([{ slug, verdict: 'likely', people: 1 }]);
  expect((await listed({ search: 'nothing of the kind' })).lines).toEqual([]);
  const { body } = await call<PublicWarning>('scamReports/warning', { slug });
  expect(body.indicators.map(({ value }) => value)).toContain(website);
  const said = JSON.stringify([
    found,
    body,
    await read('/scams.rss'),
    await read('/scams.csv'),
    await read('/scams.json'),
  ]);
  for (const secret of [reporter.id, 'My own words']) expect(said).not.toContain(secret);
});

test('a warning counts only the people who named its indicators', async () => {
  const { website, slug } = await published();
  const shop = `shop-${randomUUID()}.com`;
  for (const who of [await newCustomer(server), await newCustomer(server)]) await submits(who, { website: shop });
  const facts = [website, shop].map((value) => ({ kind: 'domain', scope: '', value }) as const);
  await submits(await newCustomer(server), { facts });
  expect((await listed({ search: website })).lines).toMatchObject([{ slug, people: 2 }]);
  expect((await call<PublicWarning>('scamReports/warning', { slug })).body.people).toBe(2);
});

test('feeds state their licence, omit names and escape markup', async () => {
  const { website, slug } = await published('Profit & <Gain>');
  const csv = await read('/scams.csv');
  expect(csv.split('\r\n')[0]).toBe('kind,scope,value,verdict,people,published_on,warning,license');
  expect(csv.split('\r\n').filter((row) => row.includes(slug))).toEqual([
    expect.stringContaining(`"domain","","${website}","likely","1"`),
  ]);
  const json = JSON.parse(await read('/scams.json')) as {
    license: string;
    indicators: { kind: string; value: string }[];
  };
  expect(json.license).toContain('creativecommons.org/licenses/by/4.0');
  expect(json.indicators.map(({ value }) => value)).toContain(website);
  expect(json.indicators.some(({ kind }) => kind === 'name')).toBe(false);
  const rss = await read('/scams.rss');
  expect(rss).toContain('Profit &amp; &lt;Gain&gt;');
  expect(rss).toContain('CC BY 4.0');
  expect(rss).toContain(`/scams/${slug}</link>`);
});

const page = (path: string, query: Record<string, string> = {}) =>
  preloadWarnings(
    { services: server.services, request: { ip: '127.0.0.1', query, headers: {}, cookies: {} }, reply: {} } as never,
    path,
  );

test('both pages are readable without JavaScript', async () => {
  const { website, slug, publicationId } = await published('Profit & <Gain>');
  const list = await page('/scams', { search: website });
  expect(list?.html).toContain(`href="/scams/${slug}"`);
  expect(list?.html).toContain('Profit &amp; &lt;Gain&gt;');
  expect((await page('/scams', { search: 'nothing of the kind' }))?.html).toContain('No warnings found.');
  const [newest] = (await listed()).lines;
  const before = `${new Date(newest?.publishedAt ?? 0).toISOString()}~${newest?.id}`;
  expect((await page('/scams', { before }))?.html).not.toContain(`href="/scams/${newest?.slug}"`);
  const one = await page(`/scams/${slug}`);
  expect(one).toMatchObject({ title: 'Profit & <Gain>', query: { path: ['scamReports', 'warning'], input: { slug } } });
  expect(one?.html).toContain('"@type":"Report"');
  expect(one?.html).not.toContain('<Gain>');
  await admin('withdrawWarning', { publicationId, reasonCode: 'our_mistake' });
  const after = (await page(`/scams/${slug}`))?.html;
  expect(after).toContain('We withdrew this warning on');
  expect(after).not.toContain(website);
  for (const path of ['/scams/no-such-warning', '/scams/NO', '/trading']) expect(await page(path)).toBeNull();
});

test('a withdrawn warning disappears, and its address shows the day', async () => {
  const { website, slug, publicationId } = await published();
  await admin('withdrawWarning', { publicationId, reasonCode: 'our_mistake' });
  const { body } = await call<Record<string, unknown>>('scamReports/warning', { slug });
  expect(body).toEqual({ slug, withdrawnAt: expect.anything() });
  expect((await listed({ search: website })).lines).toEqual([]);
  for (const feed of ['/scams.rss', '/scams.csv', '/scams.json']) expect(await read(feed)).not.toContain(website);
  expect((await call('scamReports/warning', { slug: 'nothing-here' })).status).toBe(404);
});
