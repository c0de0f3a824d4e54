import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { scamDeskOn, verdictOn } from '../../../../test/scam-desk.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { waitingHere } from '../../../../test/waiting.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

/** A warning is judged by its things: who joins others to them neither keeps it from coming nor has those published. */
const server = await serverWithoutFaults();
const { owner } = server;
const { admin, compliance, matter, matterOf, judged, reported, submits, looks } = await scamDeskOn(server);

const site = (value: string) => ({ kind: 'domain' as const, scope: '', value });
const newSite = () => `scam-${randomUUID()}.com`;
const words = {
  title: 'Quick Profit',
  summary: 'We judge it likely that it pays nobody: it promises to double coins.',
};
const joins = async (...sites: string[]) => submits(await newCustomer(server), { facts: sites.map(site) });
const thingsOf = async (matterId: string, ...sites: string[]) =>
  (await matter(matterId)).indicators.filter(({ value }) => sites.includes(value)).map(({ id }) => id);
const proposes = async (matterId: string, ...sites: string[]) =>
  (await compliance('proposeWarning', { matterId, ...words, indicators: await thingsOf(matterId, ...sites) })).body;
const decides = (proposalId: string | undefined, decision = 'approve') =>
  admin('decideWarning', { proposalId, decision, ...(decision === 'reject' && { reason: 'Not now' }) });
const told = async (website: string) => (await looks({ website }))[0]?.known?.told ?? null;

/** A site that was judged likely a scam, and a proposal to warn of it. */
async function proposed() {
  const scam = newSite();
  const report = await reported({ website: scam });
  const matterId = await judged(report);
  return { scam, report, matterId, proposalId: (await proposes(matterId, scam))['proposalId'] };
}

test('whoever runs a scam does not keep its warning from being published by reporting it beside others', async () => {
  const { scam, matterId, proposalId } = await proposed();
  const other = newSite();
  const report = await reported({ website: other });
  await joins(scam, other);
  expect(await matterOf(report)).toBe(matterId);
  // The second person sees what joined, and that nobody judged it.
  const { indicators, proposals } = await matter(matterId, 'admin');
  const verdictOf = (value: string) => indicators.find((one) => one.value === value)?.verdictId;
  expect(verdictOf(scam)).toBe(proposals[0]?.verdictId);
  expect(verdictOf(other)).toBeNull();
  expect((await decides(proposalId)).status).toBe(200);
  expect([await told(scam), await told(other)]).toEqual(['published', null]);
  expect((await compliance('draw', { reportId: report, says: '' })).body.code).toBe('scam_desk.verdict_first');
});

test('nor beside what was reported before it, whose matter then takes its own in', async () => {
  const other = newSite();
  const older = await matterOf(await reported({ website: other }));
  const { scam, matterId, proposalId } = await proposed();
  await joins(scam, other);
  expect((await matter(matterId)) as object).toEqual({ movedTo: older });
  expect((await matter(older)).proposals).toMatchObject([{ id: proposalId, ...words }]);
  expect(await proposes(older, scam)).toMatchObject({ code: 'approvals.already_open' });
  expect((await decides(proposalId)).body).toMatchObject({ matterId: older });
  expect((await matter(older)).publications).toMatchObject([{ title: words.title, withdrawnAt: null }]);
  expect([await told(scam), await told(other)]).toEqual(['published', null]);
});

test('nor from being proposed, nor those who reported it from being answered', async () => {
  const [scam, other] = [newSite(), newSite()];
  const report = await reported({ website: scam });
  const matterId = await judged(report);
  await reported({ website: other });
  await joins(scam, other);
  expect((await matter(matterId)).verdictId).toBeNull();
  expect((await compliance('draw', { reportId: report, says: '' })).status).toBe(200);
  expect(await proposes(matterId, other)).toMatchObject({ code: 'scam_desk.not_publishable' });
  expect(await proposes(matterId, scam, other)).toMatchObject({ code: 'scam_desk.not_publishable' });
  expect((await decides((await proposes(matterId, scam))['proposalId'])).status).toBe(200);
});

test('proposals of two matters that were joined are decided apart from each other', async () => {
  const [one, two] = [await proposed(), await proposed()];
  await joins(one.scam, two.scam);
  const waiting = (await matter(one.matterId, 'admin')).proposals.map(({ id }) => id);
  expect(new Set(waiting)).toEqual(new Set([one.proposalId, two.proposalId]));
  expect((await decides(two.proposalId, 'reject')).status).toBe(200);
  expect((await decides(one.proposalId)).status).toBe(200);
  expect([await told(one.scam), await told(two.scam)]).toEqual(['published', null]);
  // What was judged of each still counts for it.
  expect((await decides((await proposes(one.matterId, two.scam))['proposalId'])).status).toBe(200);
});

test('what was cleared since is not published, in whichever matter it lies by then', async () => {
  const other = newSite();
  const older = await matterOf(await reported({ website: other }));
  const { scam, proposalId } = await proposed();
  await joins(scam, other);
  await admin('judge', verdictOn(older, { verdict: 'legitimate', reasonCode: 'mistaken' }));
  expect((await decides(proposalId)).body.code).toBe('approvals.changed_since');
  expect(await told(scam)).toBeNull();
});

test('nor what was made everybody’s since', async () => {
  const { scam, matterId, proposalId } = await proposed();
  const [indicatorId] = await thingsOf(matterId, scam);
  const mark = (common: boolean) => compliance('mark', { matterId, indicatorId, common, word: 'A bank' });
  expect((await mark(true)).status).toBe(200);
  expect((await decides(proposalId)).body.code).toBe('approvals.changed_since');
  // Taken off again, it is judged anew.
  await mark(false);
  expect((await decides(proposalId)).body.code).toBe('approvals.changed_since');
  expect((await matter(matterId)).indicators.find(({ id }) => id === indicatorId)?.verdictId).toBeNull();
});

test('what a warning was withdrawn about waits to be judged anew, whatever was proposed before', async () => {
  const { scam, matterId, proposalId } = await proposed();
  // Another proposal about the same, of a matter that the first took in.
  await owner.query('alter table proposals disable trigger user');
  const { rows } = await owner.query<{ id: string }>(
    `with gone as (insert into scam_matters (opened_at, last_report_at, merged_into) values (now(), now(), $2) returning id)
     insert into proposals (kind, subject, payload, proposed_by)
       select p.kind, gone.id::text, p.payload, p.proposed_by from proposals p, gone where p.id = $1 returning id`,
    [proposalId, matterId],
  );
  await owner.query('alter table proposals enable trigger user');
  expect((await decides(proposalId)).status).toBe(200);
  const [publication] = (await matter(matterId)).publications;
  await admin('withdrawWarning', { publicationId: publication?.id, reasonCode: 'appeal' });
  expect((await decides(rows[0]?.id)).body.code).toBe('approvals.changed_since');
  expect((await decides(rows[0]?.id, 'reject')).status).toBe(200);
  expect(await proposes(matterId, scam)).toMatchObject({ code: 'scam_desk.not_publishable' });
  await compliance('judge', verdictOn(matterId));
  expect((await decides((await proposes(matterId, scam))['proposalId'])).status).toBe(200);
});

test('a warning goes to the matter that takes its own in before the second person agrees', async () => {
  const other = newSite();
  const older = await matterOf(await reported({ website: other }));
  const { scam, proposalId } = await proposed();
  const customer = await newCustomer(server);
  const waits = (many: number) => expect.poll(() => waitingHere(server)).toBe(many);
  const gate = await owner.connect();
  await gate.query('begin');
  // Both matters are held, and the notes of the one have not moved yet.
  await gate.query('lock table scam_notes in share mode');
  const joining = submits(customer, { facts: [scam, other].map(site) });
  await waits(1);
  const approving = decides(proposalId);
  await waits(2);
  await gate.query('rollback');
  gate.release();
  await joining;
  expect((await approving).body).toMatchObject({ matterId: older });
  expect((await matter(older)).publications).toMatchObject([{ withdrawnAt: null }]);
});

test('the database publishes nothing from a verdict that does not speak of it, or counts for it no more', async () => {
  const { scam, matterId, proposalId } = await proposed();
  await decides(proposalId);
  const [publication] = (await matter(matterId)).publications;
  const other = newSite();
  await reported({ website: other });
  await joins(scam, other);
  const [thing, later] = [(await thingsOf(matterId, scam))[0], (await thingsOf(matterId, other))[0]];
  await owner.query('alter table proposals disable trigger user');
  await owner.query(`update proposals set payload = jsonb_set(payload, '{indicators}', $2) where id = $1`, [
    proposalId,
    JSON.stringify([thing, later]),
  ]);
  await owner.query('alter table proposals enable trigger user');
  const write = (id: string | undefined) =>
    owner.query('insert into scam_published_indicators values ($1, $2)', [publication?.id, id]);
  await expect(write(later)).rejects.toMatchObject({ constraint: 'published_as_judged' });
  await owner.query('delete from scam_published_indicators where publication_id = $1', [publication?.id]);
  await compliance('judge', verdictOn(matterId));
  await expect(write(thing)).rejects.toMatchObject({ constraint: 'published_as_judged' });
});
