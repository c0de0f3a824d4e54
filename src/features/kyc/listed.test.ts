import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer, personal, tier1Form } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { screenNames } from '../screening/screen-names.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const compliance = await createSession(server, 'compliance');
const { firstName, lastName, dateOfBirth } = demoListedPerson;
const listedName = `${firstName} ${lastName}`;

const hitsOf = async (userId: string) =>
  (await owner.query('select id, source, score, state, details from name_hits where user_id = $1', [userId])).rows;
const waiting = async (userId: string): Promise<number> => {
  const jobs = `select count(*)::int n from pgboss.job where name = 'screening.names' and data->>'userId' = $1`;
  return (await owner.query(jobs, [userId])).rows[0].n;
};
const approve = async (submissionId: string, cookie = compliance) => {
  const { status, body } = await call<{ code?: string }>('identity/approve', { submissionId }, cookie);
  return status === 200 ? 'approved' : body.code;
};
const admin = await createSession(server, 'admin');
type Cleared = { state?: string; code?: string };
const clear = async (hitId: string, cookie = compliance, more: object = {}) => {
  const other = { hitId, decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.', ...more };
  const { body } = await call<Cleared>('screening/decideHit', other, cookie);
  return body.state ?? body.code;
};
/** Clears a match by name and date of birth, which takes two officers. */
async function clearByTwo(hitId: string) {
  expect(await clear(hitId)).toBe('proposed');
  const waits = `select id from proposals where kind = 'match' and subject = $1 and state = 'open'`;
  const proposalId = (await owner.query<{ id: string }>(waits, [hitId])).rows[0]?.id;
  expect(await clear(hitId, admin, { proposalId })).toBe('cleared');
}

async function withPapers(signedUpAs: string, papers: { fullName?: string; dateOfBirth?: string }) {
  const customer = await newCustomer(server, signedUpAs);
  const form = await tier1Form(server, customer.id, { personal_details: { ...personal, ...papers } });
  expect((await call('identity/submitTier1', form, customer.cookie)).status).toBe(200);
  return { ...customer, submissionId: form.id };
}

test('name and birth date on documents are screened at submission and hold the approval', async () => {
  const { id, submissionId } = await withPapers('Ina Brown', { fullName: listedName, dateOfBirth });
  expect(await waiting(id)).toBe(1);
  // The approval stores the match that no job has found yet.
  expect(await approve(submissionId)).toBe('identity.match_undecided');
  const hits = await hitsOf(id);
  expect(hits).toMatchObject([{ score: 100, state: 'open', details: { birth: 'same' } }]);
  expect(await approve(submissionId)).toBe('identity.match_undecided');
  await clearByTwo(hits[0].id);
  expect(await approve(submissionId, admin)).toBe('identity.name_differs');
});

test('one officer alone cannot approve a listed person', async () => {
  const { id, submissionId } = await withPapers(listedName, { fullName: listedName, dateOfBirth });
  await owner.query('update profiles set date_of_birth = $2 where id = $1', [id, dateOfBirth]);
  await screenNames(services, { userId: id });
  const [hit] = await hitsOf(id);
  const other = { hitId: hit.id, decision: 'clear', reasonCode: 'other_birth_date', note: 'A different person.' };
  expect((await call('screening/decideHit', other, compliance)).body).toMatchObject({ code: 'screening.births_agree' });
  expect(await clear(hit.id)).toBe('proposed');
  expect(await approve(submissionId)).toBe('identity.match_undecided');
  const waits = `select id from proposals where kind = 'match' and subject = $1`;
  const proposalId = (await owner.query<{ id: string }>(waits, [hit.id])).rows[0]?.id;
  expect(await clear(hit.id, admin, { proposalId })).toBe('cleared');
  expect(await approve(submissionId)).toBe('approved');
});

test('the officer who cleared a similar name cannot approve', async () => {
  const { id, submissionId } = await withPapers(listedName, { fullName: listedName });
  await screenNames(services, { userId: id });
  const [hit] = await hitsOf(id);
  expect(hit).toMatchObject({ details: { birth: 'differs' } });
  expect(await clear(hit.id)).toBe('cleared');
  expect(await approve(submissionId)).toBe('identity.cleared_by_you');
  expect(await approve(submissionId, admin)).toBe('approved');
});

test('one officer alone cannot clear an approved customer who matches a list exactly', async () => {
  const { id, submissionId } = await withPapers('Gustav Wexelbaum', { fullName: 'Gustav Wexelbaum' });
  expect(await approve(submissionId)).toBe('approved');
  const csv = 'ref,name,births,countries\nX-1,Gustav Wexelbaum,1990-04-12,JM\n';
  const list = { csv, fileName: 'own.csv', publishedOn: '2026-11-22', tryOnly: false };
  expect((await call('screening/importLocal', list, compliance)).status).toBe(200);
  await screenNames(services, { userId: id });
  const [hit] = await hitsOf(id);
  expect(hit).toMatchObject({ score: 100, state: 'open', details: { birth: 'same' } });
  expect(await clear(hit.id)).toBe('proposed');
  expect(await hitsOf(id)).toMatchObject([{ state: 'open' }]);
  const decision = { hitId: hit.id, decision: 'confirm', reasonCode: 'papers_agree', note: 'Name and papers agree.' };
  expect((await call<Cleared>('screening/decideHit', decision, admin)).body.state).toBe('confirmed');
  const waited = await owner.query(`select state from proposals where subject = $1`, [hit.id]);
  expect(waited.rows).toEqual([{ state: 'rejected' }]);
});

test('screening uses the birth date on documents, not the one from sign-up', async () => {
  const { id } = await withPapers('Zoltan Quistmeier', { fullName: 'Zoltan Quistmeier', dateOfBirth });
  await owner.query(
    `update profiles set nationality = 'CA', country_of_residence = 'CA', declared_country = 'CA'
    where id = $1`,
    [id],
  );
  await screenNames(services, { userId: id });
  expect(await hitsOf(id)).toMatchObject([
    { details: { birth: 'same', customer: { birth: `${dateOfBirth}, 1990-04-12` } } },
  ]);
});

test('an exact name match is reviewed regardless of other data', async () => {
  const { id } = await newCustomer(server, listedName);
  await owner.query(
    `update profiles set nationality = 'CA', country_of_residence = 'CA', declared_country = 'CA'
    where id = $1`,
    [id],
  );
  await screenNames(services, { userId: id });
  expect(await hitsOf(id)).toMatchObject([{ score: 85, details: { birth: 'differs', country: 'differs' } }]);
});

test('a name in a script that no list uses is reviewed once', async () => {
  const { id, submissionId } = await withPapers('Золтран Квистмейер', { fullName: 'Золтран Квистмейер' });
  expect(await approve(submissionId)).toBe('identity.match_undecided');
  const [hit] = await hitsOf(id);
  expect(hit).toMatchObject({ source: 'by hand', state: 'open' });
  await clear(hit.id);
  await screenNames(services, { userId: id });
  expect(await hitsOf(id)).toHaveLength(1);
  expect(await approve(submissionId, admin)).toBe('approved');
});

test('approving a frozen customer is refused', async () => {
  const { id, submissionId } = await withPapers('Una Clarke', {});
  await call('compliance/freeze', { userId: id, reason: 'An authority asks for it' }, compliance);
  expect(await approve(submissionId)).toBe('identity.customer_stopped');
});

test('documents in another name than the account are not approved', async () => {
  expect(await approve((await withPapers('Ina Brown', { fullName: 'Peter Tosh' })).submissionId)).toBe(
    'identity.name_differs',
  );
  const honest = await withPapers('Ina Brown', { fullName: 'BROWN, Mrs. Ína Marie' });
  expect(await approve(honest.submissionId)).toBe('approved');
  expect((await sell(server, honest.cookie, { amount: '0.0005', holder: 'Ina Brown' })).status).toBe(200);
});
