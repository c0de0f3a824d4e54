import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer, personal, tier1Form } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { encryptedFields } from '../accounts/data-export-columns.ts';
import { screenNames } from '../screening/screen-names.ts';
import { SubmitEnhanced } from './enhanced-schema.ts';
import { type FieldItem, hasFields, itemFields, listFields } from './fields.ts';
import { tierItems } from './items.ts';
import { getEnhancedDefaults } from './screens/forms/enhanced-form.tsx';
import { getTier1Defaults, groupTrn, regroupTrn } from './screens/forms/tier1-form.tsx';
import { getTier2Defaults } from './screens/forms/tier2-form.tsx';
import { describeBenefits, getButton, getOpenItems, getStatusLine } from './screens/tier-labels.ts';
import { itemSummary, pickItemData, type Sealing, toItemData } from './submission-data.ts';
import type { OwnTier } from './views.ts';

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

const sealing: Sealing = { keys: [{ id: 'test', key: Buffer.alloc(32, 7) }] as never, userId: 'u1' };
const items = Object.keys(itemFields) as FieldItem[];
const rows = items.flatMap((item) => listFields(item).map(([name, row]) => ({ item, name, row })));
const getExamples = (item: FieldItem) => Object.fromEntries(listFields(item).map(([name, row]) => [name, row.example]));

describe.each(rows)('the KYC field $item.$name', ({ item, name, row }) => {
  it('has a valid example', () => expect(row.schema.safeParse(row.example).success).toBe(true));

  it('is a select exactly when it has options', () => {
    expect(row.control === 'select').toBe(row.options !== undefined);
    if (row.initial !== undefined) expect(row.options).toHaveProperty(row.initial);
  });

  it('is stored, kept with its item and shown to staff', () => {
    if (row.isSealed) return;
    const data = toItemData(item, { ...getExamples(item), [name]: row.example || 'Details' }, sealing);
    expect(pickItemData([item], data)).toHaveProperty(row.key, data[row.key]);
    if (row.askedIf && !row.isKeptUnasked) return;
    expect(itemSummary(item, data, {}).map(([label]) => label)).toContain(row.summary ?? row.label);
  });

  it('is encrypted only if data export and key rotation know its key', () => {
    expect(row.isSealed === true).toBe(Object.hasOwn(encryptedFields, row.key));
  });
});

test.each(Object.entries(tierItems))('the fields of tier %s have different keys', (_tier, ofTier) => {
  const keys = ofTier.filter(hasFields).flatMap((item) => listFields(item).map(([, { key }]) => key));
  expect(new Set(keys).size).toBe(keys.length);
});

test('a detail that is not asked is stored empty, and its question requires it', () => {
  const example = getExamples('declaration');
  const unasked = toItemData('declaration', { ...example, pepDetails: 'Senator' }, sealing);
  expect(unasked).toMatchObject({ pep: false, pep_details: '' });
  const start = { id: crypto.randomUUID(), declaration: { ...example, pep: true } };
  const none = { source_of_funds_proof: null, income_proof: null, jurisdiction_proof: null, wallets: null };
  expect(SubmitEnhanced.safeParse({ ...start, ...none }).error?.issues).toMatchObject([
    { path: ['declaration', 'pepDetails'], message: 'PEP details are required' },
  ]);
});

test('every form starts with its fields', () => {
  const opened = (tier: 1 | 2 | 3) =>
    ({ id: crypto.randomUUID(), tier: { tier, give: tierItems[tier], keep: [], items: [], prefill: {} } }) as never;
  const forms = { ...getTier1Defaults(opened(1)), ...getTier2Defaults(opened(2)), ...getEnhancedDefaults(opened(3)) };
  for (const { item, name } of rows) expect(forms[item]).toHaveProperty(name);
});

const nothing: OwnTier = {
  tier: 2,
  status: 'not_submitted',
  submissionId: null,
  submittedAt: null,
  decidedAt: null,
  waitsFor: null,
  items: [],
  action: 'start',
  obstacle: null,
  loses: false,
  hasDraft: false,
  give: ['employment', 'address_proof', 'income_proof'],
  keep: [],
  prefill: {},
};
const submitted = { submissionId: 'a', submittedAt: new Date('2026-11-20T15:14:00Z'), action: 'resubmit' } as const;
const pending: OwnTier = { ...nothing, ...submitted, status: 'pending', waitsFor: 'staff' };
const rejected: OwnTier = {
  ...nothing,
  ...submitted,
  status: 'rejected',
  items: [
    { item: 'employment', state: 'accepted', reason: null },
    { item: 'address_proof', state: 'rejected', reason: { code: 'too_old', text: 'It is older than three months.' } },
  ],
};

describe('the button of a tier', () => {
  it('is Start before the first submission, on both pages', () => {
    expect(getButton(nothing, 'dashboard')).toBe('Start');
    expect(getButton(nothing, 'profile')).toBe('Start');
  });

  it('is Resubmit on the dashboard only for items to send again', () => {
    expect(getButton(rejected, 'dashboard')).toBe('Resubmit');
    expect(getButton({ ...pending, waitsFor: 'customer' }, 'dashboard')).toBe('Resubmit');
    expect(getButton(pending, 'dashboard')).toBeNull();
    expect(getButton({ ...pending, status: 'approved', waitsFor: 'none' }, 'dashboard')).toBeNull();
  });

  it('is Resubmit on the profile after any submission', () => {
    expect(getButton(pending, 'profile')).toBe('Resubmit');
    expect(getButton({ ...pending, status: 'approved' }, 'profile')).toBe('Resubmit');
  });
});

describe('the status line of a tier', () => {
  it('gives the review time while pending', () =>
    expect(getStatusLine(pending)).toBe('Submitted Fri 20 Nov, 10:14 am. Review time: typically 12-24 hours.'));

  it('asks for more while waiting for the customer', () =>
    expect(getStatusLine({ ...pending, waitsFor: 'customer' })).toContain('We need the items below.'));

  it('names each failed item with its reason and none that was accepted', () =>
    expect(getOpenItems(rejected)).toEqual([{ name: 'Address proof', text: 'It is older than three months.' }]));

  it('omits old faults once a new submission is pending', () =>
    expect(getOpenItems({ ...rejected, status: 'pending', waitsFor: 'staff' })).toEqual([]));
});

describe('the benefits of a tier', () => {
  const caps = { tier1: 1500, tier2: null, gate: 1000 };
  it('names the current limits', () => {
    expect(describeBenefits(1, caps)).toBe('Your identity. Up to US$1,500 a month.');
    expect(describeBenefits(2, caps)).toBe('Your address and income. No monthly limit.');
    expect(describeBenefits(2, { ...caps, tier2: 9000 })).toBe('Your address and income. Up to US$9,000 a month.');
    expect(describeBenefits(3, caps)).toBe('Your source of funds. You can place single orders of US$1,000 or more.');
  });
  it('shows no figure while limits are unknown', () => expect(describeBenefits(1, null)).not.toMatch(/\d/));
});

it('the TRN field groups the digits in threes while they are typed', () => {
  expect(['123', '1234', '1234567', '123456789'].map(groupTrn)).toEqual(['123', '123-4', '123-456-7', '123-456-789']);
});

it('the TRN field parses pasted spaces and hyphens, and keeps extra digits for validation', () => {
  expect(groupTrn(' 123 456 789 ')).toBe('123-456-789');
  expect(groupTrn('TRN: 123-456-789')).toBe('123-456-789');
  expect(groupTrn('1234567890')).toBe('123-456-7890');
});

it('the TRN field leaves the caret behind the digit that was just typed', () => {
  expect(regroupTrn('1234', 4)).toEqual({ text: '123-4', caret: 5 });
  expect(regroupTrn('1293-456', 3)).toEqual({ text: '129-345-6', caret: 3 });
});

it('the TRN field keeps all digits at any caret position', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.nat(20), (text, caret) => {
      const result = regroupTrn(text, caret);
      expect(result.text.replaceAll('-', '')).toBe(text.replaceAll(/\D/g, '').slice(0, 15));
      expect(groupTrn(result.text)).toBe(result.text);
      expect(result.caret).toBeLessThanOrEqual(result.text.length);
    }),
  );
});
