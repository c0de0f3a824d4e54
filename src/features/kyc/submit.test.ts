import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  buildIdNumbers,
  type Customer,
  declaration,
  enhancedForm,
  insertDocument,
  newCustomer,
  type Outcome,
  personal,
  submitCheck,
  tier1Form,
  tier2Form,
  wallet,
} from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { Own } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;

let person: Customer;
beforeEach(async () => {
  person = await newCustomer(server);
});

const send = (name: string, form: object, who = person): Promise<Outcome> => call(`identity/${name}`, form, who.cookie);
const own = async (who = person) => (await call<Own>('identity/own', undefined, who.cookie)).body;
const insertApproved = `insert into kyc_submissions (user_id, tier, status, decided_at) values ($1, $2, 'approved', now())`;
const approved = (tier: number, who = person) => owner.query(insertApproved, [who.id, tier]);
const rowsOf = async (who = person) =>
  (
    await owner.query<{ data: Record<string, string>; tier: number }>(
      'select * from kyc_submissions where user_id = $1 order by created_at',
      [who.id],
    )
  ).rows;

test('a new customer may start tiers 1 and 3, and tier 2 once tier 1 is approved', async () => {
  const { tiers, recent, reviewTime } = await own();
  expect([tiers[1].status, tiers[1].action, tiers[1].obstacle]).toEqual(['not_submitted', 'start', null]);
  expect([tiers[2].action, tiers[2].obstacle, tiers[3].obstacle]).toEqual(['start', 'tier1_first', null]);
  expect(tiers[1].prefill.personal_details).toMatchObject({ fullName: 'Ina Brown', phone: '+18765550123' });
  expect([recent, reviewTime]).toEqual([[], 'typically 12-24 hours']);
  const early = await send('submitTier2', await tier2Form(server, person.id));
  expect([early.status, early.body.code]).toEqual([409, 'identity.tier1_first']);
});

test('tier 1 is stored as pending, with an E.164 phone and encrypted TRN and ID number', async () => {
  const form = await tier1Form(server, person.id);
  expect((await send('submitTier1', form)).body).toMatchObject({ submissionId: form.id, tier: 1, status: 'pending' });
  const { rows: letters } = await owner.query(
    `select data - 'last' letter from pgboss.job where name = 'identity.send_email' and data ->> 'userId' = $1`,
    [person.id],
  );
  expect(letters).toEqual([{ letter: { userId: person.id, tier: 1, event: 'submitted', items: [] } }]);
  const [row] = await rowsOf();
  expect(row?.data).toMatchObject({
    full_name: 'Ina Brown',
    phone_number: '+18765551234',
    id_document_filename: 'kyc-id.jpg',
    selfie_path: expect.stringContaining(person.id),
  });
  const { trn, idNumber } = buildIdNumbers(person.id);
  const everything = await owner.query(
    `select row_to_json(k)::text || coalesce((select string_agg(row_to_json(a)::text, '')
    from audit_log a where a.subject_id = k.id::text), '') "all" from kyc_submissions k where user_id = $1`,
    [person.id],
  );
  expect(everything.rows[0].all).not.toMatch(new RegExp(`${trn}|${idNumber}`));
  const { tiers, recent } = await own();
  expect(tiers[1]).toMatchObject({ status: 'pending', waitsFor: 'staff', action: 'resubmit', submissionId: form.id });
  expect(tiers[1].prefill.trn_document?.trnMasked).toBe(`••••••${trn.slice(-3)}`);
  expect(tiers[1].prefill.id_document).toEqual({ idType: 'passport', idNumberMasked: `••••••${idNumber.slice(-3)}` });
  expect(tiers[1].items.map(({ item, state }) => `${item} ${state}`)).toEqual([
    'personal_details pending',
    'id_document pending',
    'trn_document pending',
    'selfie pending',
  ]);
  expect(recent).toMatchObject([{ id: form.id, tier: 1, status: 'pending' }]);
});

test('sending a submission twice, also concurrently, stores one, and other data under its id is refused', async () => {
  const form = await tier1Form(server, person.id);
  const answers = await Promise.all([1, 2, 3].map(() => send('submitTier1', form)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.submissionId}`))).toEqual(
    new Set([`200 ${form.id}`]),
  );
  expect(await rowsOf()).toHaveLength(1);
  const other = { ...form, personal_details: { ...personal, address: 'Somewhere else' } };
  expect((await send('submitTier1', other)).body.code).toBe('general.key_reused');
});

test('the id of another customer’s submission is refused without details', async () => {
  const otherSubmissionId = await submitCheck(server, await newCustomer(server), 1);
  const form = await tier1Form(server, person.id);
  const file = (purpose: string) =>
    insertDocument(server, { userId: person.id, submissionId: otherSubmissionId, purpose });
  const stolen = {
    ...form,
    id: otherSubmissionId,
    id_document: { ...form.id_document, file: await file('kyc-id') },
    trn_document: { ...form.trn_document, file: await file('kyc-trn') },
    selfie: { file: await file('kyc-selfie') },
  };
  const answer = await send('submitTier1', stolen);
  expect([answer.status, answer.body.code]).toEqual([409, 'general.key_reused']);
  expect(await rowsOf()).toEqual([]);
});

test.each(['id_document', 'trn_document', 'selfie'])('tier 1 without the file of %s is refused', async (item) => {
  const form = await tier1Form(server, person.id);
  const group = { ...(form as unknown as Record<string, object>)[item], file: null };
  expect((await send('submitTier1', { ...form, [item]: group })).body.code).toBe('identity.missing_files_tier1');
  expect((await send('submitTier1', { ...form, [item]: null })).body.code).toBe('identity.missing_files_tier1');
});

test('tier 1 without its personal details is refused', async () => {
  const form = await tier1Form(server, person.id, { personal_details: null });
  expect((await send('submitTier1', form)).body).toMatchObject({
    code: 'identity.missing_item',
    data: { what: 'Personal details' },
  });
});

test.each([
  ['phone', '555-1234', 'identity.phone_invalid'],
  ['phone', '999-999-9999', 'identity.phone_invalid'],
  ['dateOfBirth', '2015-01-01', 'identity.too_young'],
])('a %s of %s is refused', async (field, value, code) => {
  const form = await tier1Form(server, person.id, { personal_details: { ...personal, [field]: value } });
  const answer = await send('submitTier1', form);
  expect([answer.status, answer.body.code]).toEqual([422, code]);
});

test.each([
  { personal_details: { ...personal, dateOfBirth: '1990-02-30' } },
  { personal_details: { ...personal, fullName: ' ' } },
  { trn_document: { trn: '12345678', file: null } },
  { id_document: { idType: 'library_card', idNumber: 'A1', file: null } },
  { status: 'approved' },
])('input that cannot be right is refused by its shape: %o', async (change) => {
  expect((await send('submitTier1', await tier1Form(server, person.id, change))).status).toBe(400);
});

test('age is counted by the Jamaican day', async () => {
  const born = { personal_details: { ...personal, dateOfBirth: '2008-11-21' } };
  try {
    server.setTime(new Date('2026-11-21T04:59:00Z'));
    expect((await send('submitTier1', await tier1Form(server, person.id, born))).body.code).toBe('identity.too_young');
    server.setTime(new Date('2026-11-21T05:01:00Z'));
    expect((await send('submitTier1', await tier1Form(server, person.id, born))).status).toBe(200);
  } finally {
    server.setTime(null);
  }
});

test('a file of another customer, item or submission, or a refused one, is rejected', async () => {
  const other = await newCustomer(server);
  const form = await tier1Form(server, person.id);
  const wrong = [
    await insertDocument(server, { userId: other.id, submissionId: form.id, purpose: 'kyc-selfie' }),
    await insertDocument(server, { userId: person.id, submissionId: randomUUID(), purpose: 'kyc-selfie' }),
    form.trn_document.file,
    randomUUID(),
  ];
  for (const file of wrong) {
    const { body } = await send('submitTier1', { ...form, selfie: { file } });
    expect(body).toMatchObject({ code: 'identity.file_unfit', data: { what: 'Live selfie with ID' } });
  }
  await owner.query(`update files set state = 'refused' where id = $1`, [form.selfie.file]);
  expect((await send('submitTier1', form)).body.code).toBe('identity.file_unfit');
  await owner.query(`update files set state = 'being_checked' where id = $1`, [form.selfie.file]);
  expect((await send('submitTier1', form)).status).toBe(200);
});

test('staff cannot submit a customer’s documents', async () => {
  const form = await tier1Form(server, person.id);
  const answer = await call('identity/submitTier1', form, await server.signIn('admin'));
  expect(answer.body).toMatchObject({ code: 'identity.file_unfit' });
});

test('tier 2 requires both documents and an income of 0 or more', async () => {
  await approved(1);
  const form = await tier2Form(server, person.id);
  for (const item of ['address_proof', 'income_proof'])
    expect((await send('submitTier2', { ...form, [item]: null })).body.code).toBe('identity.missing_files_tier2');
  for (const income of ['-1', 'a lot', '1e6', '12.345']) {
    const employment = { ...form.employment, monthlyIncome: income };
    expect((await send('submitTier2', { ...form, employment })).status).toBe(400);
  }
  const none = { ...form, employment: { ...form.employment, monthlyIncome: '0' } };
  expect((await send('submitTier2', none)).status).toBe(200);
  expect((await rowsOf()).at(-1)?.data).toMatchObject({
    monthly_income: '0.00',
    employer_name: 'Half Way Tree Primary',
  });
});

test('Enhanced KYC writes the submission, the customer’s row and the profile', async () => {
  const declared = { ...declaration, occupation: 'crypto_business', monthlyIncome: '1000000.01' };
  const form = await enhancedForm(server, person.id, { declaration: declared, wallets: { list: [wallet] } });
  expect((await send('submitEnhanced', form)).status).toBe(200);
  const { rows } = await owner.query(
    `select k.tier, k.enhanced_due_diligence, k.edd_reason, k.risk_level, k.source_of_funds_declared, e.edd_triggers,
       e.occupation_risk_level, e.source_of_funds_verified, e.source_of_funds_details -> 'trusted_wallets' wallets,
       p.risk_classification, p.monthly_income_declared, p.income_verification_status, p.enhanced_kyc_completed
     from kyc_submissions k join enhanced_kyc_data e using (user_id) join profiles p on p.id = k.user_id where k.id = $1`,
    [form.id],
  );
  expect(rows[0]).toEqual({
    tier: 3,
    enhanced_due_diligence: true,
    edd_reason: 'income_threshold, high_risk_occupation',
    risk_level: 'high',
    source_of_funds_declared: 'employment_salary',
    edd_triggers: ['income_threshold', 'high_risk_occupation'],
    occupation_risk_level: 'high',
    source_of_funds_verified: false,
    wallets: [wallet],
    risk_classification: 'high',
    monthly_income_declared: '1000000.01',
    income_verification_status: 'pending',
    enhanced_kyc_completed: false,
  });
});

test('a customer never sees risk or triggers', async () => {
  const form = await enhancedForm(server, person.id, {
    declaration: { ...declaration, pep: true, pepDetails: 'A minister' },
  });
  const answer = await send('submitEnhanced', form);
  const text = JSON.stringify([answer.body, await own()]);
  expect(text).not.toMatch(/risk_level|critical|trigger|diligence/i);
});

test('ticked boxes require details and, for the jurisdiction, a document', async () => {
  const form = await enhancedForm(server, person.id);
  const send3 = (change: object) => send('submitEnhanced', { ...form, declaration: { ...declaration, ...change } });
  expect((await send3({ pep: true })).status).toBe(400);
  expect((await send3({ highRiskJurisdiction: true })).status).toBe(400);
  expect((await send3({ occupation: 'other' })).status).toBe(400);
  const ticked = { highRiskJurisdiction: true, jurisdictionDetails: 'Family in Myanmar' };
  expect((await send3(ticked)).body).toMatchObject({
    code: 'identity.missing_files_enhanced',
    data: { what: 'Supporting document for the jurisdiction' },
  });
  const file = await insertDocument(server, {
    userId: person.id,
    submissionId: form.id,
    purpose: 'enhanced-jurisdiction',
  });
  const complete = { ...form, declaration: { ...declaration, ...ticked }, jurisdiction_proof: { file } };
  expect((await send('submitEnhanced', complete)).status).toBe(200);
});

test('a declaration alone is enough for Enhanced KYC', async () => {
  const bare = { source_of_funds_proof: null, income_proof: { file: null }, wallets: { list: [] } };
  const form = await enhancedForm(server, person.id, bare);
  expect((await send('submitEnhanced', form)).status).toBe(200);
  expect((await own()).tiers[3].items.map(({ item }) => item)).toEqual(['declaration']);
});

test.each([
  [{ walletAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx' }, 'identity.wallet_checksum'],
  [{ walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' }, 'identity.wallet_other_network'],
  [{ walletAddress: 'hello' }, 'identity.wallet_malformed'],
  [{ network: 'trc20' }, 'identity.wallet_network_unfit'],
  [{}, 'identity.wallet_twice'],
])('the second wallet with %o is refused', async (change, code) => {
  const form = await enhancedForm(server, person.id, { wallets: { list: [wallet, { ...wallet, ...change }] } });
  expect((await send('submitEnhanced', form)).body).toMatchObject({ code, data: { number: '2' } });
});

test('a seventh wallet, or an unnamed other provider, is refused', async () => {
  const seven = await enhancedForm(server, person.id, { wallets: { list: Array.from({ length: 7 }, () => wallet) } });
  expect((await send('submitEnhanced', seven)).status).toBe(400);
  const unnamed = await enhancedForm(server, person.id, {
    wallets: { list: [{ ...wallet, walletProvider: 'other' }] },
  });
  expect((await send('submitEnhanced', unnamed)).status).toBe(400);
});

test('an eleventh submission in a day is refused', async () => {
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status) select $1, 1, 'rejected' from generate_series(1, 10)`,
    [person.id],
  );
  const answer = await send('submitTier1', await tier1Form(server, person.id));
  expect([answer.status, answer.body.code]).toEqual([429, 'identity.too_many']);
});

test('the preview shows the same risk as the submission', async () => {
  const input = { pep: false, highRiskJurisdiction: true, occupation: 'judge', monthlyIncome: '1000000' };
  const answer = await call('identity/enhancedPreview', input, await server.signIn('admin'));
  expect(answer.body).toEqual({ risk: 'high', triggers: ['high_risk_jurisdiction'] });
});
