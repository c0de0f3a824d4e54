import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { countLockWaits } from '../../../../test/lock-waits.ts';
import { buildVerdict, createScamStaffTools } from '../../../../test/scam-desk.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { findUnsafeWord } from '../warning-texts.ts';
import { createSlug } from './publish.ts';

const server = await serverWithoutFaults();
const { owner } = server;
const { admin, compliance, support, matter, judged, reported, looks, joinsSites } = await createScamStaffTools(server);

const newSite = () => `scam-${randomUUID()}.com`;
const words = {
  title: 'Quick Profit',
  summary: 'We judge it likely that it pays no one: it promises to double coins.',
};

async function ready(more: Parameters<typeof judged>[1] = {}) {
  const website = newSite();
  const matterId = await judged(await reported({ website }), more);
  const site = (await matter(matterId)).indicators.find(({ kind }) => kind === 'domain')?.id ?? '';
  return { website, matterId, site, asked: { matterId, ...words, indicators: [site] } };
}

test('publishing takes two reviewers, and the proposer cannot approve', async () => {
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
  expect((await looks({ website }))[0]?.known).toMatchObject({ shown: 'published', verdict: 'likely', people: 1 });
  expect((await compliance('proposeWarning', asked)).body.code).toBe('scam_desk.published_before');
  const [publication] = (await matter(matterId)).publications;
  const withdraw = (reasonCode: string) => admin('withdrawWarning', { publicationId: publication?.id, reasonCode });
  expect((await withdraw('mistaken')).body.code).toBe('scam_desk.reason_unknown');
  expect((await withdraw('new_facts')).status).toBe(200);
  expect((await withdraw('new_facts')).body.code).toBe('scam_desk.not_found');
  expect((await looks({ website }))[0]?.known).toBeNull();
});

test('reporting an indicator together with a published one does not block its warning', async () => {
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
  expect((await looks({ website: own }))[0]?.known).toMatchObject({ shown: 'published', people: 2 });
});

test('only judged indicators of the case with judgement wording can be proposed', async () => {
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

test('a new verdict invalidates a proposed warning', async () => {
  const { asked, matterId } = await ready();
  const { body } = await compliance('proposeWarning', asked);
  await admin('judge', buildVerdict(matterId, { verdict: 'unclear', reasonCode: 'conflicting' }));
  const decide = (decision: string) =>
    admin('decideWarning', { proposalId: body['proposalId'], decision, reason: 'Not now' });
  expect((await decide('approve')).body.code).toBe('approvals.changed_since');
  expect((await decide('reject')).status).toBe(200);
  expect((await matter(matterId)).publications).toEqual([]);
});

test('approving a warning during a merge publishes it on the merged case', async () => {
  const older = newSite();
  const first = await reported({ website: older });
  const { asked, website } = await ready();
  const { body } = await compliance('proposeWarning', asked);
  const waits = (many: number) => expect.poll(() => countLockWaits(server)).toBe(many);
  const gate = await owner.connect();
  await gate.query('begin');
  // The second approval is written but not committed.
  await gate.query('lock table audit_log in share mode');
  const approving = admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  await waits(1);
  const joining = joinsSites(older, website);
  await waits(2);
  await gate.query('rollback');
  gate.release();
  expect((await approving).status).toBe(200);
  await joining;
  const { publications } = await matter(
    (await owner.query(`select scam_case_id from scam_reports where id = $1`, [first])).rows[0].scam_case_id,
  );
  expect(publications).toMatchObject([{ title: words.title, withdrawnAt: null }]);
  expect((await admin('withdrawWarning', { publicationId: publications[0]?.id, reasonCode: 'new_facts' })).status).toBe(
    200,
  );
});

test('a published indicator can be marked as shared only after its warning is withdrawn', async () => {
  const { asked, matterId, site } = await ready();
  const { body } = await compliance('proposeWarning', asked);
  await admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  const mark = () => compliance('mark', { matterId, indicatorId: site, common: true, word: 'A bank' });
  expect((await mark()).body.code).toBe('scam_desk.warned_of');
});

test('the database refuses to publish anything outside the proposal', async () => {
  const { asked, matterId } = await ready();
  const { body } = await compliance('proposeWarning', asked);
  await admin('decideWarning', { proposalId: body['proposalId'], decision: 'approve' });
  const [publication] = (await matter(matterId)).publications;
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
