import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { scamDeskOn, verdictOn } from '../../../../test/scam-desk.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { waitingHere } from '../../../../test/waiting.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { unsafeWord } from '../warning-words.ts';
import { slugOf } from './slug.ts';

/** What everybody may read is published by two people, word for word, and withdrawn by one. */
const server = await serverWithoutFaults();
const { owner } = server;
const { admin, compliance, support, matter, judged, reported, submits, looks } = await scamDeskOn(server);

const newSite = () => `scam-${randomUUID()}.com`;
const words = {
  title: 'Quick Profit',
  summary: 'We judge it likely that it pays nobody: it promises to double coins.',
};

/** A judged matter with one website, and what a warning about it says. */
async function ready(more: Parameters<typeof judged>[1] = {}) {
  const website = newSite();
  const matterId = await judged(await reported({ website }), more);
  const site = (await matter(matterId)).indicators.find(({ kind }) => kind === 'domain')?.id ?? '';
  return { website, matterId, site, asked: { matterId, ...words, indicators: [site] } };
}

test('two publish: whoever proposed cannot approve, the other reads the frozen words', async () => {
  const { website, matterId, asked } = await ready();
  expect((await support('proposeWarning', asked)).status).toBe(403);
  const { body } = await compliance('proposeWarning', asked);
  const proposalId = body['proposalId'];
  expect((await compliance('proposeWarning', asked)).body.code).toBe('approvals.already_open');
  expect((await matter(matterId, 'admin')).proposals).toMatchObject([{ ...words, verdict: 'likely', mine: false }]);
  expect((await matter(matterId)).proposals[0]?.mine).toBe(true);
  const approve = (who: typeof admin) => who('decideWarning', { proposalId, decision: 'approve' });
  expect((await approve(compliance)).body.code).toBe('approvals.second_person_needed');
  expect((await looks({ website }))[0]?.known).toBeNull();
  expect((await approve(admin)).status).toBe(200);
  expect((await looks({ website }))[0]?.known).toMatchObject({ told: 'published', verdict: 'likely', people: 1 });
  expect((await compliance('proposeWarning', asked)).body.code).toBe('scam_desk.published_before');
  const [publication] = (await matter(matterId)).publications;
  const withdraw = (reasonCode: string) => admin('withdrawWarning', { publicationId: publication?.id, reasonCode });
  expect((await withdraw('mistaken')).body.code).toBe('scam_desk.reason_unknown');
  expect((await withdraw('new_facts')).status).toBe(200);
  expect((await withdraw('new_facts')).body.code).toBe('scam_desk.not_found');
  expect((await looks({ website }))[0]?.known).toBeNull();
});

test('whoever names a thing beside one that everybody is warned of does not keep it from being published', async () => {
  const known = await ready();
  const approve = async (asked: object) => {
    const { body } = await compliance('proposeWarning', asked);
    return (await admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' })).status;
  };
  expect(await approve(known.asked)).toBe(200);
  const own = newSite();
  const site = (value: string) => ({ kind: 'domain' as const, scope: '', value });
  await reported({ facts: [site(known.website), site(own)] });
  const matterId = await judged(await reported({ website: own }));
  const things = (await matter(matterId)).indicators.filter(({ kind }) => kind === 'domain');
  expect(things).toHaveLength(2);
  const added = things.find(({ value }) => value === own);
  expect(things.map(({ value, warned }) => [value, warned])).toEqual(
    expect.arrayContaining([
      [own, false],
      [known.website, true],
    ]),
  );
  const both = { ...known.asked, matterId, indicators: things.map(({ id }) => id) };
  expect((await compliance('proposeWarning', both)).body.code).toBe('scam_desk.published_before');
  expect(await approve({ ...both, indicators: [added?.id] })).toBe(200);
  expect((await looks({ website: own }))[0]?.known).toMatchObject({ told: 'published', people: 2 });
});

test('only what is judged so, of the matter, and said as a judgement is proposed', async () => {
  const unclear = await ready({ verdict: 'unclear', reasonCode: 'conflicting' });
  const refused = async (asked: object) => (await compliance('proposeWarning', asked)).body.code;
  expect(await refused(unclear.asked)).toBe('scam_desk.not_publishable');
  const { asked, matterId, site } = await ready();
  expect(await refused({ ...asked, indicators: [unclear.site] })).toBe('scam_desk.other_indicators');
  expect(await refused({ ...asked, summary: 'These criminals steal from everybody on the island.' })).toBe(
    'scam_desk.unsafe_words',
  );
  await compliance('mark', { matterId, indicatorId: site, common: true, word: 'A bank' });
  expect(await refused(asked)).toBe('scam_desk.other_indicators');
});

test('judged anew meanwhile, what was frozen is published no more', async () => {
  const { asked, matterId } = await ready();
  const { body } = await compliance('proposeWarning', asked);
  await admin('judge', verdictOn(matterId, { verdict: 'unclear', reasonCode: 'conflicting' }));
  const decide = (decision: string) =>
    admin('decideWarning', { proposalId: body['proposalId'], decision, reason: 'Not now' });
  expect((await decide('approve')).body.code).toBe('approvals.changed_since');
  expect((await decide('reject')).status).toBe(200);
  expect((await matter(matterId)).publications).toEqual([]);
});

test('a warning stands on the matter that takes its own in while two people agree on it', async () => {
  const older = newSite();
  const first = await reported({ website: older });
  const { asked, website } = await ready();
  const { body } = await compliance('proposeWarning', asked);
  const customer = await newCustomer(server);
  const waits = (many: number) => expect.poll(() => waitingHere(server)).toBe(many);
  const gate = await owner.connect();
  await gate.query('begin');
  // The second person's word is written, and not committed yet.
  await gate.query('lock table audit_log in share mode');
  const approving = admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  await waits(1);
  const facts = [older, website].map((value) => ({ kind: 'domain', scope: '', value }) as const);
  const joining = submits(customer, { facts });
  await waits(2);
  await gate.query('rollback');
  gate.release();
  expect((await approving).status).toBe(200);
  await joining;
  const { publications } = await matter(
    (await owner.query(`select matter_id from scam_reports where id = $1`, [first])).rows[0].matter_id,
  );
  expect(publications).toMatchObject([{ title: words.title, withdrawnAt: null }]);
  expect((await admin('withdrawWarning', { publicationId: publications[0]?.id, reasonCode: 'new_facts' })).status).toBe(
    200,
  );
});

test('a published thing is marked as everybody’s only after its warning is withdrawn', async () => {
  const { asked, matterId, site } = await ready();
  const { body } = await compliance('proposeWarning', asked);
  await admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  const mark = () => compliance('mark', { matterId, indicatorId: site, common: true, word: 'A bank' });
  expect((await mark()).body.code).toBe('scam_desk.warned_of');
});

test('the database publishes nothing that the proposal did not name', async () => {
  const { asked, matterId } = await ready();
  const { body } = await compliance('proposeWarning', asked);
  await admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  const [publication] = (await matter(matterId)).publications;
  const other = (await ready()).site;
  const write = owner.query('insert into scam_published_indicators values ($1, $2)', [publication?.id, other]);
  await expect(write).rejects.toMatchObject({ constraint: 'published_as_frozen' });
});

test('words that say somebody did something are found, and addresses are plain', () => {
  expect(unsafeWord('They are SCAMMERS.')).toMatchObject({ word: 'SCAMMERS' });
  expect(unsafeWord('It is a fraud')).not.toBeNull();
  expect(unsafeWord('We judge it likely that this is a scam.')).toBeNull();
  const id = '0190b1d2-0000-7000-8000-00000abcdef1';
  expect(slugOf('Crème & “Profit”!', id)).toBe('cre-me-profit-000abcdef1');
  expect(slugOf('Крипто', id)).toBe('warning-000abcdef1');
});
