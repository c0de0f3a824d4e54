import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { countLockWaits } from '../../../../test/lock-waits.ts';
import { buildVerdict, createScamStaffTools } from '../../../../test/scam-desk.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { PublicWarning } from '../published/published-store.ts';
import { preloadWarnings } from '../published/routes.ts';
import { findUnsafeWord } from '../warning-texts.ts';
import { createSlug } from './publish.ts';

const server = await serverWithoutFaults();
const { owner, call, app } = server;
const { admin, compliance, support, loadCase, judgeReport, insertReport, lookUp, joinSites, submitReport } =
  await createScamStaffTools(server);

const newSite = () => `scam-${randomUUID()}.com`;
const texts = {
  title: 'Quick Profit',
  summary: 'We judge it likely that it pays no one: it promises to double coins.',
};

async function ready(more: Parameters<typeof judgeReport>[1] = {}) {
  const website = newSite();
  const caseId = await judgeReport(await insertReport({ website }), more);
  const site = (await loadCase(caseId)).indicators.find(({ kind }) => kind === 'domain')?.id ?? '';
  return { website, caseId, site, proposal: { caseId, ...texts, indicators: [site] } };
}

test('publishing takes two reviewers, and the proposer cannot approve', async () => {
  const { website, caseId, proposal } = await ready();
  expect((await support('proposeWarning', proposal)).status).toBe(403);
  const { body } = await compliance('proposeWarning', proposal);
  const proposalId = body['proposalId'];
  expect((await compliance('proposeWarning', proposal)).body.code).toBe('approvals.already_open');
  expect((await loadCase(caseId, 'admin')).proposals).toMatchObject([{ ...texts, verdict: 'likely', isOwn: false }]);
  expect((await loadCase(caseId)).proposals[0]?.isOwn).toBe(true);
  const approve = (reviewer: typeof admin) => reviewer('decideWarning', { proposalId, decision: 'approve' });
  expect((await approve(compliance)).body.code).toBe('approvals.second_person_needed');
  expect((await lookUp({ website }))[0]?.known).toBeNull();
  expect((await approve(admin)).status).toBe(200);
  expect((await lookUp({ website }))[0]?.known).toMatchObject({ shown: 'published', verdict: 'likely', people: 1 });
  expect((await compliance('proposeWarning', proposal)).body.code).toBe('scam_desk.published_before');
  const [publication] = (await loadCase(caseId)).publications;
  const withdraw = (reasonCode: string) => admin('withdrawWarning', { publicationId: publication?.id, reasonCode });
  expect((await withdraw('mistaken')).body.code).toBe('scam_desk.reason_unknown');
  expect((await withdraw('new_facts')).status).toBe(200);
  expect((await withdraw('new_facts')).body.code).toBe('scam_desk.not_found');
  expect((await lookUp({ website }))[0]?.known).toBeNull();
});

test('reporting an indicator together with a published one does not block its warning', async () => {
  const known = await ready();
  const approve = async (input: object) => {
    const { body } = await compliance('proposeWarning', input);
    return (await admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' })).status;
  };
  expect(await approve(known.proposal)).toBe(200);
  const own = newSite();
  const site = (value: string) => ({ kind: 'domain' as const, scope: '', value });
  await insertReport({ facts: [site(known.website), site(own)] });
  const caseId = await judgeReport(await insertReport({ website: own }));
  const domains = (await loadCase(caseId)).indicators.filter(({ kind }) => kind === 'domain');
  expect(domains).toHaveLength(2);
  const added = domains.find(({ value }) => value === own);
  expect(domains.map(({ value, warned }) => [value, warned])).toEqual(
    expect.arrayContaining([
      [own, false],
      [known.website, true],
    ]),
  );
  const both = { ...known.proposal, caseId, indicators: domains.map(({ id }) => id) };
  expect((await compliance('proposeWarning', both)).body.code).toBe('scam_desk.published_before');
  expect(await approve({ ...both, indicators: [added?.id] })).toBe(200);
  expect((await lookUp({ website: own }))[0]?.known).toMatchObject({ shown: 'published', people: 2 });
});

test('only judged indicators of the case with judgement wording can be proposed', async () => {
  const unclear = await ready({ verdict: 'unclear', reasonCode: 'conflicting' });
  const refused = async (input: object) => (await compliance('proposeWarning', input)).body.code;
  expect(await refused(unclear.proposal)).toBe('scam_desk.not_publishable');
  const { proposal, caseId, site } = await ready();
  expect(await refused({ ...proposal, indicators: [unclear.site] })).toBe('scam_desk.other_indicators');
  expect(await refused({ ...proposal, summary: 'These criminals steal from everybody on the island.' })).toBe(
    'scam_desk.unsafe_words',
  );
  await compliance('markShared', { caseId, indicatorId: site, common: true, word: 'A bank' });
  expect(await refused(proposal)).toBe('scam_desk.other_indicators');
});

test('a new verdict invalidates a proposed warning', async () => {
  const { proposal, caseId } = await ready();
  const { body } = await compliance('proposeWarning', proposal);
  await admin('saveVerdict', buildVerdict(caseId, { verdict: 'unclear', reasonCode: 'conflicting' }));
  const decide = (decision: string) =>
    admin('decideWarning', { proposalId: body['proposalId'], decision, reason: 'Not now' });
  expect((await decide('approve')).body.code).toBe('approvals.changed_since');
  expect((await decide('reject')).status).toBe(200);
  expect((await loadCase(caseId)).publications).toEqual([]);
});

test('approving a warning during a merge publishes it on the merged case', async () => {
  const older = newSite();
  const first = await insertReport({ website: older });
  const { proposal, website } = await ready();
  const { body } = await compliance('proposeWarning', proposal);
  const waits = (many: number) => expect.poll(() => countLockWaits(server)).toBe(many);
  const gate = await owner.connect();
  await gate.query('begin');
  // The second approval is written but not committed.
  await gate.query('lock table audit_log in share mode');
  const approving = admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  await waits(1);
  const joining = joinSites(older, website);
  await waits(2);
  await gate.query('rollback');
  gate.release();
  expect((await approving).status).toBe(200);
  await joining;
  const { publications } = await loadCase(
    (await owner.query(`select scam_case_id from scam_reports where id = $1`, [first])).rows[0].scam_case_id,
  );
  expect(publications).toMatchObject([{ title: texts.title, withdrawnAt: null }]);
  expect((await admin('withdrawWarning', { publicationId: publications[0]?.id, reasonCode: 'new_facts' })).status).toBe(
    200,
  );
});

test('a published indicator can be marked as shared only after its warning is withdrawn', async () => {
  const { proposal, caseId, site } = await ready();
  const { body } = await compliance('proposeWarning', proposal);
  await admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  const mark = () => compliance('markShared', { caseId, indicatorId: site, common: true, word: 'A bank' });
  expect((await mark()).body.code).toBe('scam_desk.warned_of');
});

test('the database refuses to publish anything outside the proposal', async () => {
  const { proposal, caseId } = await ready();
  const { body } = await compliance('proposeWarning', proposal);
  await admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  const [publication] = (await loadCase(caseId)).publications;
  const other = (await ready()).site;
  const write = owner.query('insert into scam_published_indicators values ($1, $2)', [publication?.id, other]);
  await expect(write).rejects.toMatchObject({ constraint: 'published_as_frozen' });
});

test('accusing words are found, and slugs are plain', () => {
  expect(findUnsafeWord('They are SCAMMERS.')).toMatchObject({ word: 'SCAMMERS' });
  expect(findUnsafeWord('It is a fraud')).not.toBeNull();
  expect(findUnsafeWord('We judge it likely that this is a scam.')).toBeNull();
  const id = '0190b1d2-0000-7000-8000-00000abcdef1';
  expect(createSlug('Crème & “Profit”!', id)).toBe('cre-me-profit-000abcdef1');
  expect(createSlug('Крипто', id)).toBe('warning-000abcdef1');
});

const read = async (path: string) => (await app.inject({ url: path })).body;
const listed = async (input: object = {}) =>
  (await call<{ lines: PublicWarning[]; next: { at: string; id: string } | null }>('scamReports/warnings', input)).body;

async function published(title = 'Quick Profit') {
  const website = `scam-${randomUUID()}.com`;
  const reporter = await newCustomer(server);
  const { id } = await submitReport(reporter, { website, description: 'My own words about my loss.' });
  const caseId = await judgeReport(id);
  const summary = 'We judge it likely that it pays no one: "doubled" coins, <b>fast</b>.';
  const indicators = (await loadCase(caseId)).indicators.map((one) => one.id);
  const { body } = await compliance('proposeWarning', { caseId, title, summary, indicators });
  const decided = await admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  const [publication] = (await loadCase(caseId)).publications;
  return { website, reporter, slug: String(decided.body['slug']), publicationId: publication?.id };
}

test('an anonymous visitor reads and searches warnings without reporters', async () => {
  const { website, reporter, slug } = await published();
  const found = await listed({ search: website.slice(0, 20).toUpperCase() });
  expect(found.lines).toMatchObject([{ slug, verdict: 'likely', people: 1 }]);
  expect((await listed({ search: 'nothing of the kind' })).lines).toEqual([]);
  const { body } = await call<PublicWarning>('scamReports/warning', { slug });
  expect(body.indicators.map(({ value }) => value)).toContain(website);
  const publicText = JSON.stringify([
    found,
    body,
    await read('/scams.rss'),
    await read('/scams.csv'),
    await read('/scams.json'),
  ]);
  for (const secret of [reporter.id, 'My own words']) expect(publicText).not.toContain(secret);
});

test('a warning counts only the people who named its indicators', async () => {
  const { website, slug } = await published();
  const shop = `shop-${randomUUID()}.com`;
  for (const customer of [await newCustomer(server), await newCustomer(server)])
    await submitReport(customer, { website: shop });
  const facts = [website, shop].map((value) => ({ kind: 'domain', scope: '', value }) as const);
  await submitReport(await newCustomer(server), { facts });
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
  expect(one).toMatchObject({
    title: 'Profit & <Gain>',
    queries: [{ path: ['scamReports', 'warning'], input: { slug } }],
  });
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
