import { randomUUID } from 'node:crypto';
import type { IdentityPage, Review } from '../src/features/kyc/staff/screens/review-labels.ts';
import { buildExample } from './kyc-examples.ts';
import { bitcoinAddress } from './orders.ts';
import { createSession, insertUser } from './security/actors.ts';
import type { Answer, TestServer } from './worker.ts';

export const signUpFacts = {
  ...{ firstName: 'Ina', lastName: 'Brown', phoneNumber: '+18765550100', dateOfBirth: '1990-04-12' },
  ...{ countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher', isPep: false, agreed: true },
};

export type Customer = { readonly id: string; readonly email: string; readonly cookie: string };

export async function newCustomer(server: TestServer, name = 'Ina Brown'): Promise<Customer> {
  const email = `${randomUUID()}@customer.test`;
  await insertUser(server, email, true);
  const [first, last] = name.split(' ');
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into profiles (id, email, first_name, last_name, display_name, phone_number, date_of_birth,
       country_of_residence, declared_country, nationality, occupation)
     select id, email, $2, $3, $4, '+18765550123', '1990-04-12', 'JM', 'JM', 'JM', 'Teacher'
       from auth."user" where email = $1 returning id`,
    [email, first, last, name],
  );
  return { id: rows[0]?.id ?? '', email, cookie: await createSession(server, email) };
}

/** Inserts an uploaded file for one item of a submission. */
export async function insertDocument(
  { owner }: TestServer,
  of: { userId: string; submissionId: string; purpose: string; state?: string },
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, submission_id, state, key_id)
     values ($1, $2, $3, $4, 'image/jpeg', 1000, 'x', $5, $6, 'test') returning id`,
    [
      of.userId,
      of.purpose,
      `${of.userId}/${randomUUID()}.jpg`,
      `${of.purpose}.jpg`,
      of.submissionId,
      of.state ?? 'clean',
    ],
  );
  return rows[0]?.id ?? '';
}

export const personal = buildExample('personal_details');

/** ID numbers that are unique per user, because accounts with equal numbers are held as duplicates. */
export const buildIdNumbers = (userId: string) => {
  const digits = (BigInt(`0x${userId.replaceAll('-', '').slice(-16)}`) % 100_000_000n).toString().padStart(8, '0');
  return { trn: `1${digits}`, idNumber: `A${digits}` };
};

/** Builds a complete tier 1 form in the account's name. `change` replaces groups of fields, or omits them by null. */
export async function tier1Form(server: TestServer, userId: string, change: Record<string, unknown> = {}) {
  const id = randomUUID();
  const named = `select first_name || ' ' || last_name "name" from profiles where id = $1`;
  const { rows } = await server.owner.query<{ name: string }>(named, [userId]);
  const file = (purpose: string) => insertDocument(server, { userId, submissionId: id, purpose });
  return {
    id,
    personal_details: { ...personal, fullName: rows[0]?.name ?? personal.fullName },
    id_document: {
      ...buildExample('id_document'),
      idNumber: buildIdNumbers(userId).idNumber,
      file: await file('kyc-id'),
    },
    trn_document: { ...buildExample('trn_document'), trn: buildIdNumbers(userId).trn, file: await file('kyc-trn') },
    selfie: { file: await file('kyc-selfie') },
    ...change,
  };
}

export async function tier2Form(server: TestServer, userId: string, change: Record<string, unknown> = {}) {
  const id = randomUUID();
  const file = (purpose: string) => insertDocument(server, { userId, submissionId: id, purpose });
  return {
    id,
    employment: buildExample('employment'),
    address_proof: { file: await file('kyc-address') },
    income_proof: { file: await file('kyc-income') },
    ...change,
  };
}

export const declaration = buildExample('declaration');

export const wallet = {
  cryptoSymbol: 'BTC',
  network: 'bitcoin',
  walletProvider: 'ledger',
  customWalletProvider: '',
  walletAddress: bitcoinAddress,
};

const ownWallet = (userId: string) => ({
  ...wallet,
  cryptoSymbol: 'ETH',
  network: 'erc20',
  walletAddress: `0x${userId.replaceAll('-', '').padEnd(40, '0')}`,
});

export async function enhancedForm(server: TestServer, userId: string, change: Record<string, unknown> = {}) {
  const id = randomUUID();
  const file = (purpose: string) => insertDocument(server, { userId, submissionId: id, purpose });
  return {
    id,
    declaration,
    source_of_funds_proof: { file: await file('enhanced-source') },
    income_proof: { file: await file('enhanced-income') },
    jurisdiction_proof: null,
    wallets: { list: [ownWallet(userId)] },
    ...change,
  };
}

export type Outcome = Answer<{ submissionId: string; status: string; proposed: boolean; code?: string; data?: object }>;

export async function submitCheck(server: TestServer, customer: Customer, tier: 1 | 2 | 3): Promise<string> {
  const forms = { 1: tier1Form, 2: tier2Form, 3: enhancedForm } as const;
  const names = { 1: 'submitTier1', 2: 'submitTier2', 3: 'submitEnhanced' } as const;
  const form = await forms[tier](server, customer.id);
  const answer: Outcome = await server.call(`identity/${names[tier]}`, form, customer.cookie);
  if (answer.status !== 200) throw new Error(`not submitted: ${JSON.stringify(answer.body)}`);
  return answer.body.submissionId;
}

/** Approves a submission as each of these staff members in turn. Tier 3 needs two. */
export async function approveAs(server: TestServer, submissionId: string, ...cookies: string[]): Promise<void> {
  for (const cookie of cookies) {
    const answer: Outcome = await server.call('identity/approve', { submissionId }, cookie);
    if (answer.status !== 200) throw new Error(`not approved: ${JSON.stringify(answer.body)}`);
  }
}

/** Inserts a pending tier 3 submission, the newest of its customer. */
export async function insertPendingSubmission({ owner }: TestServer, userId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `with s as (insert into kyc_submissions (user_id, tier, data, created_at)
       values ($1, 3, $2, clock_timestamp()) returning id, user_id)
     insert into kyc_items (submission_id, user_id, item, state)
     select id, user_id, 'declaration', 'pending' from s returning submission_id id`,
    [userId, JSON.stringify({ occupation: 'judge', monthly_income: '1000.00', source_of_funds: 'gift' })],
  );
  return rows[0]?.id ?? '';
}

/** Inserts a row into every identity table, so that tests detect a missing row policy. */
export async function insertIdentityRows(server: TestServer, userId: string, staffId: string): Promise<string> {
  const submissionId = await insertPendingSubmission(server, userId);
  const { owner } = server;
  await owner.query(
    `insert into kyc_decisions (submission_id, user_id, at, decided_by, act) values ($1, $2, now(), $3, 'accept')`,
    [submissionId, userId, staffId],
  );
  await owner.query(`insert into customer_notes (user_id, at, written_by, note) values ($1, now(), $2, 'A note')`, [
    userId,
    staffId,
  ]);
  await owner.query(
    `insert into enhanced_kyc_data (user_id, pep_status, source_of_funds_details, occupation_risk_level,
       high_risk_jurisdiction, enhanced_due_diligence_required, updated_at)
     values ($1, false, '{}', 'low', false, false, now())`,
    [userId],
  );
  await owner.query(
    `insert into kyc_drafts (user_id, tier, submission_id, sealed, updated_at) values ($1, 2, $2, 'x', now())`,
    [userId, randomUUID()],
  );
  return submissionId;
}

/** Inserts an undecided link between two accounts. */
export const linkAccounts = ({ owner }: Pick<TestServer, 'owner'>, two: readonly [string, string], kind = 'trn') =>
  owner.query(
    `insert into account_links (account_a, account_b, kinds, found_at)
     values (least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid), array[$3], now())`,
    [...two, kind],
  );

export async function insertAccountLink(
  server: TestServer,
  userId: string,
): Promise<{ userId: string; otherId: string }> {
  const { id: otherId } = await newCustomer(server);
  await linkAccounts(server, [userId, otherId]);
  return { userId, otherId };
}

export async function insertOpenHit({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into name_hits (user_id, source, party_ref, score, pair_hash, details, created_at)
     values ($1, 'local', $2, 99, $2, '{"party": {"name": "LISTED Person"}}', now()) returning id`,
    [userId, randomUUID()],
  );
  return rows[0]?.id ?? '';
}

/** Staff commands on submissions, in the session `cookie` unless another one is passed. */
export const createReviewer = ({ call }: Pick<TestServer, 'call'>, cookie: string) => ({
  act: (name: string, input: object, as = cookie): Promise<Outcome> => call(`identity/${name}`, input, as),
  view: async (submissionId: string, as = cookie) =>
    (await call<Review>('identity/submission', { submissionId }, as)).body,
  queue: async (input: object = {}, as = cookie) => (await call<IdentityPage>('identity/queue', input, as)).body,
});
