import { describe, expect, test } from 'vitest';
import { createPhonePhoto } from '../../../test/files/good-files.ts';
import { sendFile } from '../../../test/files/uploads.ts';
import { countLockWaits, waitForLock } from '../../../test/lock-waits.ts';
import { buy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import {
  approveAs,
  declaration,
  enhancedForm,
  insertDocument,
  newCustomer,
  type Outcome,
  submitCheck,
} from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';
import { itemFields } from './fields.ts';
import { foldLookalikes } from './identity-hashes.ts';
import { comparedLabels, findProfileDifference } from './staff/screens/submission.tsx';
import { parseWallets } from './wallets.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;

/** Risk scores before and after the approval of a declaration (decision E5). */

const yes = { pep: true, pepDetails: 'A minister', highRiskJurisdiction: true, jurisdictionDetails: 'Family there' };
const worst = { pep: true, jurisdiction: true, diligence: true, risk: 'critical' };

async function scene() {
  const customer = await newCustomer(server);
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at, created_at)
     select $1, tier, 'approved', now(), now() - interval '1 day' from generate_series(1, 2) tier`,
    [customer.id],
  );
  const declare = async (change: object, only = false) => {
    const form = await enhancedForm(server, customer.id, { declaration: { ...declaration, ...change } });
    const file = await insertDocument(server, {
      userId: customer.id,
      submissionId: form.id,
      purpose: 'enhanced-jurisdiction',
    });
    const bare = { source_of_funds_proof: null, income_proof: null, wallets: null };
    const more = only ? bare : { jurisdiction_proof: { file } };
    const answer: Outcome = await call('identity/submitEnhanced', { ...form, ...more }, customer.cookie);
    expect([answer.status, answer.body]).toMatchObject([200, {}]);
    return form.id;
  };
  const counted = async () => {
    const { rows } = await owner.query(
      `select pep_status pep, high_risk_jurisdiction jurisdiction, enhanced_due_diligence_required diligence,
              edd_triggers triggers, risk_classification risk
         from enhanced_kyc_data join profiles on id = user_id where user_id = $1`,
      [customer.id],
    );
    return rows[0];
  };
  const inputs = async (amount: string) => {
    // Uses daytime, because night orders get extra risk points.
    server.setTime(new Date(`${addDays(jamaicaDay(new Date()), 1)}T17:00:00Z`));
    await server.app.inject({ method: 'POST', url: '/api/rpc/prices/refresh', payload: {} });
    expect((await buy(server, customer.cookie, { amount })).status).toBe(200);
    const { rows } = await owner.query(
      'select inputs from risk_assessments where user_id = $1 order by id desc limit 1',
      [customer.id],
    );
    return rows[0]?.inputs;
  };
  return { customer, declare, counted, inputs };
}

test('a milder declaration lowers the risk only after two approvals', async () => {
  const { declare, counted } = await scene();
  await declare(yes);
  expect(await counted()).toMatchObject(worst);
  const washed = await declare({});
  expect(await counted()).toMatchObject({ ...worst, triggers: ['pep', 'high_risk_jurisdiction'] });
  const staff = [await server.signIn('compliance'), await server.signIn('admin')] as const;
  const items = [{ item: 'declaration', reasonCode: 'incomplete' }];
  expect((await call('identity/reject', { submissionId: washed, items }, staff[0])).status).toBe(200);
  expect(await counted()).toMatchObject(worst);
  await approveAs(server, await declare({}, true), ...staff);
  expect(await counted()).toEqual({ pep: false, jurisdiction: false, diligence: false, triggers: [], risk: 'medium' });
});

test('an order is scored by the first declaration and the lowest income despite later declarations', async () => {
  const { declare, inputs } = await scene();
  await declare({ highRiskJurisdiction: true, jurisdictionDetails: 'Family there', monthlyIncome: '900000' });
  await declare({ monthlyIncome: '250000' });
  await declare({ monthlyIncome: '800000' });
  expect(await inputs('9000')).toMatchObject({
    highRiskJurisdiction: true,
    dueDiligence: true,
    monthlyIncome: '250000.00',
  });
});

/** A riskier declaration, submitted during the approval of an earlier declaration, still raises the risk. */

const [first, second] = [await server.signIn('compliance'), await server.signIn('admin')];
const waits = (atLeast: number) =>
  expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThanOrEqual(atLeast);

async function createOfficers() {
  const customer = await newCustomer(server);
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at, created_at)
     select $1, tier, 'approved', now(), now() - interval '1 day' from generate_series(1, 2) tier`,
    [customer.id],
  );
  const mild = await enhancedForm(server, customer.id);
  const hands = (form: object): Promise<Outcome> => call('identity/submitEnhanced', form, customer.cookie);
  expect((await hands(mild)).status).toBe(200);
  expect((await call('identity/approve', { submissionId: mild.id }, first)).status).toBe(200);
  const worse = { ...declaration, pep: true, pepDetails: 'A minister' };
  const form = await enhancedForm(server, customer.id, { declaration: worse });
  const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1 and state = 'open'`, [
    mild.id,
  ]);
  const read = { submissionId: mild.id, proposalId: rows[0]?.id };
  const approves = async () => {
    const { status, body }: Outcome = await call('identity/approve', read, second);
    return status === 200 ? 'done' : body.code;
  };
  const declares = () => hands(form);
  const isPep = async () =>
    (await owner.query('select pep_status pep from enhanced_kyc_data where user_id = $1', [customer.id])).rows[0]?.pep;
  return { id: customer.id, mild: mild.id, approves, declares, isPep };
}

async function holding(sql: string, id: string) {
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query(sql, [id]);
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

test('a declaration counts when the second approval waits for a lock on the same document', async () => {
  const { mild, approves, declares, isPep } = await createOfficers();
  const letGo = await holding('select from kyc_submissions where id = $1 for no key update', mild);
  const approving = approves();
  await waits(1);
  const declaring = declares();
  // Wait until the submission blocks on the approval's lock.
  await waitForLock(server, declaring, 2);
  await letGo();
  const answer = await approving;
  expect((await declaring).status).toBe(200);
  expect(['done', 'identity.superseded']).toContain(answer);
  expect([answer, await isPep()]).toEqual([answer, true]);
});

test('a declaration counts when its transaction is open as the second approval begins', async () => {
  const { id, approves, declares, isPep } = await createOfficers();
  const letGo = await holding('select from profiles where id = $1 for no key update', id);
  const declaring = declares();
  await waits(1);
  const approving = approves();
  await waits(2);
  await letGo();
  expect((await declaring).status).toBe(200);
  expect([await approving, await isPep()]).toEqual(['identity.superseded', true]);
});

describe('a locked name', () => {
  test('a name cannot change while an approval of any tier depends on it', async () => {
    const compliance = await createSession(server, 'compliance');
    const customer = await newCustomer(server);
    await approveAs(server, await submitCheck(server, customer, 1), compliance);
    await approveAs(server, await submitCheck(server, customer, 2), compliance);
    const resubmitted = await submitCheck(server, customer, 1);
    await call(
      'identity/reject',
      { submissionId: resubmitted, items: [{ item: 'selfie', reasonCode: 'unreadable' }] },
      compliance,
    );
    const renamed = await call(
      'accountPages/updateProfile',
      { firstName: 'Mallory', lastName: 'Thief' },
      customer.cookie,
    );
    expect(renamed.body).toMatchObject({ code: 'account_pages.identity_locked' });
  });

  test('tier 2 is not approved while the newest tier 1 is not', async () => {
    const compliance = await createSession(server, 'compliance');
    const customer = await newCustomer(server);
    const one = await submitCheck(server, customer, 1);
    await approveAs(server, one, compliance);
    const two = await submitCheck(server, customer, 2);
    const resubmitted = await submitCheck(server, customer, 1);
    await call(
      'identity/reject',
      { submissionId: resubmitted, items: [{ item: 'selfie', reasonCode: 'unreadable' }] },
      compliance,
    );
    const approved = await call('identity/approve', { submissionId: two }, compliance);
    expect(approved.body).toMatchObject({ code: 'identity.tier1_first' });
  });

  test('finance cannot open identity documents, even with a file id', async () => {
    const customer = await newCustomer(server);
    const { body } = await sendFile(server, customer.cookie, { purpose: 'kyc-id', bytes: await createPhonePhoto() });
    const openFile = (cookie: string) => call<{ code?: string }>('documents/link', { fileId: body.id }, cookie);
    expect((await openFile(await createSession(server, 'finance'))).body.code).toBe('documents.not_found');
    expect((await openFile(await createSession(server, 'compliance'))).status).toBe(200);
  });
});

describe('declared wallets', () => {
  const noCompanyAddresses = { wallets: new Set<string>(), tokens: new Set<string>() };

  test('an address that no customer can own is refused', () => {
    const named = {
      cryptoSymbol: 'USDC',
      network: 'solana',
      walletProvider: 'phantom',
      customWalletProvider: '',
    } as const;
    const [mint, own] = ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'J26MDCCB4sxii3ctBUgSLrgMj1nViAqgDkpEzxoVZBw4'];
    const companyAddresses = { wallets: new Set([own]), tokens: new Set([mint]) };
    for (const [walletAddress, fault] of [
      [mint, 'token_contract'],
      [own, 'excluded'],
      ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'token_contract'],
      ['SysvarC1ock11111111111111111111111111111111', 'burn_address'],
      [`https://solscan.io/account/${mint}?cluster=devnet`, 'test_network'],
    ] as const)
      expect(parseWallets([{ ...named, walletAddress }], companyAddresses)).toEqual({ number: 1, fault });
  });

  test('an address is stored in canonical form', () => {
    const wallet = {
      cryptoSymbol: 'ETH',
      network: 'erc20',
      walletProvider: 'metamask',
      customWalletProvider: '',
      walletAddress: ' 0x52908400098527886e0f7030069857d2e4169ee7 ',
    } as const;
    expect(parseWallets([wallet], noCompanyAddresses)).toEqual({
      wallets: [{ ...wallet, walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' }],
    });
    const linked = { ...wallet, walletAddress: `https://polygonscan.com/address/${wallet.walletAddress.trim()}` };
    expect(parseWallets([linked], noCompanyAddresses)).toEqual(parseWallets([wallet], noCompanyAddresses));
    const many = Array.from({ length: 7 }, () => wallet);
    expect(parseWallets(many, noCompanyAddresses)).toEqual({ number: 7, fault: 'too_many' });
  });
});

test.each([
  ['\u0410\u0412123', 'AB123'],
  ['AO1I', 'A011'],
  ['\u0391-12 \u039f', 'A120'],
  ['\uff21123', 'a123'],
])('the number %s is compared as %s', (typed, other) => {
  expect(foldLookalikes(typed)).toBe(foldLookalikes(other));
});

describe('differences from the profile', () => {
  const profile = { name: 'Tamara Grant', dateOfBirth: '1990-04-12' };

  test('the compared labels are those of the fields', () => {
    const { fullName, dateOfBirth } = itemFields.personal_details;
    expect(comparedLabels).toEqual({ name: fullName.summary, birthDate: dateOfBirth.summary });
  });

  test('a name in another order, case or with accents is the same name', () => {
    expect(findProfileDifference(['Full name', 'GRANT, Tamará'], profile)).toBeNull();
  });

  test('another name, or one more, is pointed out with what the profile says', () => {
    expect(findProfileDifference(['Full name', 'Tamara Brown'], profile)).toBe('Tamara Grant');
    expect(findProfileDifference(['Full name', 'Tamara Ann Grant'], profile)).toBe('Tamara Grant');
  });

  test('a birth date is the same however it is written, and another one is pointed out', () => {
    expect(findProfileDifference(['Date of birth', '1990-04-12'], profile)).toBeNull();
    expect(findProfileDifference(['Date of birth', '12 Apr 1990'], profile)).toBeNull();
    expect(findProfileDifference(['Date of birth', '1990-12-04'], profile)).toBe('12 Apr 1990');
  });

  test('what the profile does not know differs from nothing', () => {
    expect(findProfileDifference(['Date of birth', '1990-04-12'], { ...profile, dateOfBirth: '' })).toBeNull();
    expect(findProfileDifference(['Full name', 'Anybody'], { ...profile, name: '' })).toBeNull();
    expect(findProfileDifference(['Address', '1 King Street'], profile)).toBeNull();
  });
});
