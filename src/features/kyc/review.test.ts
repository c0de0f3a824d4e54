import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import {
  approveAs,
  buildIdNumbers,
  type Customer,
  createReviewer,
  insertDocument,
  newCustomer,
  personal,
  submitCheck,
  tier1Form,
} from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { Own } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const compliance = await createSession(server, 'compliance');
const admin = await createSession(server, 'admin');

let person: Customer;
beforeEach(async () => {
  person = await newCustomer(server);
});

type Limits = { limit: { capUsd: { minor: string } | null; tier: string }; enhanced: boolean };
const limits = async () => (await call<Limits>('trading/limits', undefined, person.cookie)).body;
const own = async () => (await call<Own>('identity/own', undefined, person.cookie)).body;
const { act, view, queue } = createReviewer(server, compliance);
const letters = async (to: string) =>
  (
    await owner.query<{ data: { event: string; items: object[] } }>(
      `select data from pgboss.job where name = 'identity.send_email' and data ->> 'userId' = $1 and data ->> 'event' <> 'submitted' order by created_on`,
      [to],
    )
  ).rows.map(({ data }) => data);

test('the limit rises with each tier, and tier 3 opens the gate at US$1,000', async () => {
  const capUsd = async () => (await limits()).limit.capUsd?.minor;
  expect([await capUsd(), (await limits()).enhanced]).toEqual(['2500', false]);
  await approveAs(server, await submitCheck(server, person, 1), compliance);
  expect(await capUsd()).toBe('150000');
  await approveAs(server, await submitCheck(server, person, 2), admin);
  expect([(await limits()).limit.capUsd, (await limits()).enhanced]).toEqual([null, false]);
  await approveAs(server, await submitCheck(server, person, 3), compliance, admin);
  expect((await limits()).enhanced).toBe(true);
  const { rows } = await owner.query(
    `select enhanced_kyc_completed, income_verification_status, source_of_funds_verified
       from profiles p join enhanced_kyc_data e on e.user_id = p.id where p.id = $1`,
    [person.id],
  );
  expect(rows).toEqual([
    { enhanced_kyc_completed: true, income_verification_status: 'verified', source_of_funds_verified: true },
  ]);
  const quote = { symbol: 'BTC', currency: 'USD', amount: '1200' };
  expect((await call('trading/quoteBuy', quote, person.cookie)).body).toMatchObject({ refusal: null });
});

test('tier 3 needs two approvers other than the customer', async () => {
  const submissionId = await submitCheck(server, person, 3);
  expect((await act('approve', { submissionId })).body).toMatchObject({ status: 'pending', proposed: true });
  expect((await queue({ filter: 'second' })).lines).toMatchObject([
    { id: submissionId, firstApprover: 'Conrad Lewis' },
  ]);
  expect((await view(submissionId)).allowed).toEqual(['decideItems', 'reject', 'askMore']);
  expect((await view(submissionId, admin)).proposal).toMatchObject({ by: 'Conrad Lewis', isOwn: false });
  const repeated = await act('approve', { submissionId });
  expect([repeated.status, repeated.body.code]).toEqual([403, 'approvals.second_person_needed']);
  expect((await limits()).enhanced).toBe(false);
  expect((await act('approve', { submissionId }, admin)).body).toMatchObject({ status: 'approved', proposed: false });
  expect((await own()).tiers[3].status).toBe('approved');
});

test('changing an item withdraws the first approval', async () => {
  const submissionId = await submitCheck(server, person, 3);
  await act('approve', { submissionId });
  const items = [{ item: 'wallets', decision: 'reject', reasonCode: 'not_your_wallet' }];
  await act('decideItems', { submissionId, items, note: 'He lent it.' }, admin);
  const proposals = await owner.query(`select state, reason from proposals where subject = $1`, [submissionId]);
  expect(proposals.rows).toEqual([
    { state: 'rejected', reason: expect.stringMatching(/^He lent it\. Trusted wallets: ./) },
  ]);
  expect((await act('approve', { submissionId }, admin)).body.code).toBe('identity.items_open');
  await act('decideItems', { submissionId, items: [{ item: 'wallets', decision: 'accept' }] }, admin);
  expect((await act('approve', { submissionId }, admin)).body.proposed).toBe(true);
  expect((await act('approve', { submissionId })).body.status).toBe('approved');
});

test('a rejection names failed items with reasons, and only those are sent again', async () => {
  const submissionId = await submitCheck(server, person, 1);
  const items = [
    { item: 'selfie', decision: 'reject', reasonCode: 'face_covered' },
    { item: 'id_document', decision: 'accept' },
  ];
  await act('decideItems', { submissionId, items });
  const fault = { item: 'trn_document', reasonCode: 'number_differs' };
  const rejected = await act('reject', { submissionId, items: [fault], note: 'Looks like a slip.' });
  expect(rejected.body).toMatchObject({ status: 'rejected' });
  const { 1: tier } = (await own()).tiers;
  expect([tier.status, tier.action, tier.give, tier.keep]).toEqual([
    'rejected',
    'resubmit',
    ['trn_document', 'selfie'],
    ['personal_details', 'id_document'],
  ]);
  expect(tier.items.find(({ item }) => item === 'selfie')?.reason).toEqual({
    code: 'face_covered',
    text: 'Please retake the selfie without a hat, mask or dark glasses.',
  });
  expect(JSON.stringify(await own())).not.toContain('Looks like a slip');

  const form = await tier1Form(server, person.id);
  const complete = await call('identity/submitTier1', form, person.cookie);
  expect(complete.body).toMatchObject({ code: 'identity.item_kept', data: { what: 'Personal details, ID document' } });
  const failedOnly = { ...form, personal_details: null, id_document: null };
  const few = await call('identity/submitTier1', { ...failedOnly, trn_document: null }, person.cookie);
  expect(few.body).toMatchObject({ code: 'identity.missing_files_tier1' });
  expect((await call('identity/submitTier1', failedOnly, person.cookie)).status).toBe(200);
  const second = await view(form.id);
  const states = second.items.map(({ item, state, carriedFrom, file }) => [item, state, carriedFrom, file !== null]);
  expect(states).toEqual([
    ['personal_details', 'pending', submissionId, false],
    ['id_document', 'accepted', submissionId, true],
    ['trn_document', 'pending', null, true],
    ['selfie', 'pending', null, true],
  ]);
  expect(second.items[1]?.facts).toContainEqual(['ID number', buildIdNumbers(person.id).idNumber]);
  expect(second.prior).toMatchObject([{ id: submissionId, status: 'rejected', decidedBy: 'Conrad Lewis' }]);
  await approveAs(server, form.id, compliance);
  expect((await own()).tiers[1].status).toBe('approved');
});

test('papers accepted for one name are reviewed again for another', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const submissionId = await submitCheck(server, customer, 1);
  const items = ['id_document', 'trn_document', 'selfie'].map((item) => ({ item, decision: 'accept' }));
  await act('decideItems', { submissionId, items, note: '' });
  const wrong = [{ item: 'personal_details', reasonCode: 'address_incomplete' }];
  expect((await act('reject', { submissionId, items: wrong, note: '' })).status).toBe(200);
  const id = randomUUID();
  const details = { ...personal, fullName: 'Mallory Other' };
  const papers = { id_document: null, trn_document: null, selfie: null };
  const sent = await call('identity/submitTier1', { id, personal_details: details, ...papers }, customer.cookie);
  expect(sent.status).toBe(200);
  expect((await view(id)).items.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending', 'pending']);
});

test('the name cannot change while tier 3 waits for its second approval', async () => {
  const submissionId = await submitCheck(server, person, 3);
  await act('approve', { submissionId });
  const renamed = await call('accountPages/updateProfile', { lastName: 'Other' }, person.cookie);
  expect(renamed.body).toMatchObject({ code: 'account_pages.identity_locked' });
});

test('a request for more keeps the other items', async () => {
  const submissionId = await submitCheck(server, person, 3);
  const wanted = { submissionId, items: [{ item: 'jurisdiction_proof', reasonCode: 'another_document' }] };
  expect((await act('requestMoreInfo', wanted)).body).toMatchObject({ status: 'pending' });
  const { 3: tier } = (await own()).tiers;
  expect([tier.status, tier.waitsFor, tier.give]).toEqual(['pending', 'customer', ['jurisdiction_proof']]);
  expect((await queue({ filter: 'customer' })).lines.map(({ id }) => id)).toContain(submissionId);
  expect((await queue()).lines.map(({ id }) => id)).not.toContain(submissionId);
  const id = randomUUID();
  const file = await insertDocument(server, { userId: person.id, submissionId: id, purpose: 'enhanced-jurisdiction' });
  const nothing = { declaration: null, source_of_funds_proof: null, income_proof: null, wallets: null };
  const answer = await call('identity/submitEnhanced', { id, ...nothing, jurisdiction_proof: { file } }, person.cookie);
  expect(answer.status).toBe(200);
  expect((await act('approve', { submissionId }, admin)).body.code).toBe('identity.superseded');
  await approveAs(server, id, compliance, admin);
  expect((await limits()).enhanced).toBe(true);
});

test('a review without items, or with unknown reasons or items, is refused', async () => {
  const submissionId = await submitCheck(server, person, 1);
  const code = async (name: string, input: object) => (await act(name, { submissionId, ...input })).body.code;
  expect(await code('reject', { items: [] })).toBe('identity.no_item_named');
  expect(await code('requestMoreInfo', { items: [] })).toBe('identity.no_item_named');
  expect(await code('reject', { items: [{ item: 'selfie', reasonCode: 'ugly' }] })).toBe('identity.reason_unknown');
  expect(await code('reject', { items: [{ item: 'wallets', reasonCode: 'address_wrong' }] })).toBe(
    'identity.item_unknown',
  );
  expect((await own()).tiers[1].status).toBe('pending');
});

test('approving with a rejected item or an unchecked file is refused', async () => {
  const submissionId = await submitCheck(server, person, 1);
  const decideSelfie = (decision: object) =>
    act('decideItems', { submissionId, items: [{ item: 'selfie', ...decision }] });
  await decideSelfie({ decision: 'reject', reasonCode: 'unreadable' });
  expect((await act('approve', { submissionId })).body.code).toBe('identity.items_open');
  await decideSelfie({ decision: 'accept' });
  await owner.query(`update files set state = 'being_checked' where submission_id = $1`, [submissionId]);
  expect((await act('approve', { submissionId })).body.code).toBe('identity.files_unchecked');
  await owner.query(`update files set state = 'refused' where submission_id = $1`, [submissionId]);
  expect((await act('approve', { submissionId })).body.code).toBe('identity.file_refused');
});

test('of concurrent decisions only one counts', async () => {
  const submissionId = await submitCheck(server, person, 1);
  const reject = { submissionId, items: [{ item: 'selfie', reasonCode: 'unreadable' }] };
  const answers = await Promise.all([
    act('approve', { submissionId }),
    act('reject', reject, admin),
    act('approve', { submissionId }, admin),
    act('reject', reject),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const losers = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  expect(losers).toEqual(['identity.not_now', 'identity.not_now', 'identity.not_now']);
  expect(await letters(person.id)).toHaveLength(1);
});

test('concurrent first approvals by one person count once', async () => {
  const submissionId = await submitCheck(server, person, 3);
  const answers = await Promise.all([1, 2, 3].map(() => act('approve', { submissionId })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  expect((await own()).tiers[3].status).toBe('pending');
});

test('staff cannot find, read or review their own submission', async () => {
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'compliance@demo.test'`);
  const me: Customer = { id: rows[0]?.id ?? '', email: 'compliance@demo.test', cookie: compliance };
  const submissionId = await submitCheck(server, me, 1);
  const items = [{ item: 'selfie', reasonCode: 'unreadable' }];
  for (const [name, input] of [
    ['submission', {}],
    ['approve', {}],
    ['reject', { items }],
    ['requestMoreInfo', { items }],
    ['decideItems', { items: [{ item: 'selfie', decision: 'accept' }] }],
  ] as const) {
    const answer = await act(name, { submissionId, ...input });
    expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'approvals.own_matter']);
  }
  expect((await queue()).lines.map(({ id }) => id)).not.toContain(submissionId);
  expect((await queue({}, admin)).lines.map(({ id }) => id)).toContain(submissionId);
  expect((await act('customer', { userId: me.id })).status).toBe(403);
  expect((await act('addNote', { userId: me.id, note: 'Fine fellow' })).status).toBe(403);
});

test('only the newest submission of a tier can be decided', async () => {
  const first = await submitCheck(server, person, 1);
  const second = await submitCheck(server, person, 1);
  expect((await act('approve', { submissionId: first })).body.code).toBe('identity.superseded');
  expect(await view(first)).toMatchObject({ newer: second, allowed: [] });
  const waiting = (await queue()).lines.map(({ id }) => id);
  expect([waiting.includes(first), waiting.includes(second)]).toEqual([false, true]);
  await approveAs(server, second, compliance);
  const { rows } = await owner.query('select waits_for from kyc_submissions where id = $1', [first]);
  expect(rows).toEqual([{ waits_for: 'none' }]);
});

test('every outcome is emailed with next steps and without data', async () => {
  const submissionId = await submitCheck(server, person, 1);
  await act('requestMoreInfo', {
    submissionId,
    items: [{ item: 'selfie', reasonCode: 'take_again' }],
    note: 'secret note',
  });
  await act('reject', { submissionId, items: [{ item: 'trn_document', reasonCode: 'unreadable' }] });
  await approveAs(server, await resubmit(), compliance);
  const sent = await letters(person.id);
  expect(sent.map(({ event }) => event)).toEqual(['more_wanted', 'rejected', 'approved']);
  expect(sent[1]?.items).toEqual(
    expect.arrayContaining([
      { item: 'trn_document', state: 'rejected', reasonCode: 'unreadable' },
      { item: 'selfie', state: 'wanted', reasonCode: 'take_again' },
    ]),
  );
  expect(JSON.stringify(sent)).not.toContain('secret note');
});

async function resubmit(): Promise<string> {
  const form = await tier1Form(server, person.id);
  const answer = await call(
    'identity/submitTier1',
    { ...form, personal_details: null, id_document: null },
    person.cookie,
  );
  expect(answer.status).toBe(200);
  return form.id;
}

test('every decision is in the history with reviewer, reason and note', async () => {
  const submissionId = await submitCheck(server, person, 1);
  await act('reject', { submissionId, items: [{ item: 'selfie', reasonCode: 'unreadable' }], note: 'Too dark' });
  expect((await view(submissionId)).history).toMatchObject([
    { by: 'Conrad Lewis', act: 'reject_item', item: 'selfie', reasonCode: 'unreadable', note: null },
    { by: 'Conrad Lewis', act: 'reject', item: null, note: 'Too dark' },
  ]);
});

test('resubmitting an approved tier makes it pending until reviewed', async () => {
  await approveAs(server, await submitCheck(server, person, 1), compliance);
  expect((await own()).tiers[1]).toMatchObject({ action: 'resubmit', loses: true, keep: [] });
  await submitCheck(server, person, 1);
  expect((await limits()).limit.capUsd?.minor).toBe('2500');
});
