import { describe, expect, test } from 'vitest';
import { buildPayIn, buy, placePaidBuy, sell } from '../../../test/orders.ts';
import { createScamTools } from '../../../test/scams.ts';
import { createSession } from '../../../test/security/actors.ts';
import {
  type Customer,
  declaration,
  enhancedForm,
  insertAccountLink,
  newCustomer,
  type Outcome,
  submitCheck,
} from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { walletFor } from '../../../tools/demo/invented.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';
import { getSameKeyAddresses } from '../assets/same-key.ts';
import { detectDuplicatesOf } from './detect-duplicates.ts';

/** Wallets and bank accounts that many people use do not link accounts. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const scams = createScamTools(server);
const compliance = await createSession(server, 'compliance');
const finance = await createSession(server, 'finance');
const { rowsOf, another, caseAbout } = setUpSuspicions(server);

const submissions = new Map<string, string>();

async function submissionOf(customer: Customer): Promise<string> {
  const submissionId = submissions.get(customer.id) ?? (await submitCheck(server, customer, 1));
  submissions.set(customer.id, submissionId);
  return submissionId;
}

async function handedIn(customer: Customer): Promise<Outcome> {
  return call('identity/approve', { submissionId: await submissionOf(customer) }, compliance);
}

async function createBuyers(walletAddress: string, count: number) {
  const customers = await Promise.all(Array.from({ length: count }, () => newCustomer(server)));
  for (const { cookie } of customers)
    expect((await buy(server, cookie, { amount: '2000', walletAddress })).status).toBe(200);
  return customers;
}

async function buyersOf(walletAddress: string, many: number) {
  const buyers = await createBuyers(walletAddress, many);
  for (const each of buyers) await submissionOf(each);
  for (const { id } of buyers) await detectDuplicatesOf(services, id);
  return buyers;
}

test('a wallet that 18 customers use holds no approval, and is reported to compliance once', async () => {
  const buyers = await buyersOf(walletFor('bitcoin', 'one of a scammer'), 18);
  for (const each of buyers) expect((await handedIn(each)).status).toBe(200);
  expect(
    await rowsOf('select account_a one from account_links where account_a = any($1)', [buyers.map(({ id }) => id)]),
  ).toEqual([]);
  const alerts = await rowsOf(
    `select details ->> 'shared' shared, user_id from transaction_alerts where 'widely_shared' = any(triggered_rules)`,
  );
  expect(alerts).toEqual([{ shared: 'wallet', user_id: expect.toBeOneOf(buyers.map(({ id }) => id)) }]);
});

test('a wallet that a few customers use holds their approval until it is decided', async () => {
  const [first, second] = await buyersOf(walletFor('bitcoin', 'one of a family'), 5);
  if (!first || !second) throw new Error('no buyers');
  for (const each of [first, second]) expect((await handedIn(each)).body.code).toBe('identity.link_undecided');
});

test('accounts without papers or money do not make a wallet widely shared', async () => {
  const walletAddress = walletFor('bitcoin', 'one of a fraudster');
  const [first, second] = (await buyersOf(walletAddress, 2)) as [Customer, Customer];
  expect((await handedIn(first)).body.code).toBe('identity.link_undecided');
  for (const { id } of [...(await createBuyers(walletAddress, 4)), first, second])
    await detectDuplicatesOf(services, id);
  expect((await handedIn(second)).body.code).toBe('identity.link_undecided');
});

test('accounts of one person count once among those that use a wallet', async () => {
  const buyers = await buyersOf(walletFor('bitcoin', 'one of a person with two accounts'), 6);
  await owner.query('insert into merged_accounts select id, $1 from unnest($2::uuid[]) id', [
    buyers[0]?.id,
    buyers.slice(0, 2).map(({ id }) => id),
  ]);
  for (const { id } of buyers) await detectDuplicatesOf(services, id);
  expect((await handedIn(buyers[5] as Customer)).body.code).toBe('identity.link_undecided');
});

test.each([
  [
    'that a warning is published about',
    async (address: string) => {
      const facts = [{ kind: 'wallet', scope: 'bitcoin', value: address } as const];
      await scams.publish(await scams.insertReport({ facts }));
    },
  ],
  [
    'on a sanctions list',
    async (address: string) => {
      await rowsOf(
        `with added as (insert into sanctions_addresses (party_id, address, shown, tag)
         select id, $1, $1, 'XBT' from sanctions_parties where category = 'sanctioned' limit 1)
       update active_versions set lists = uuidv7()`,
        [address],
      );
    },
  ],
])('a wallet %s is no sign of one person, nor is another address of its key', async (_, becomesPublic) => {
  const pair = await buyersOf(walletFor('bitcoin', becomesPublic.toString()), 2);
  const [first, second] = pair as [Customer, Customer];
  expect((await handedIn(first)).body.code).toBe('identity.link_undecided');
  const ofFirst = 'select wallet_address address from transactions where user_id = $1';
  const [stored] = await rowsOf<{ address: string }>(ofFirst, [first.id]);
  const [another] = getSameKeyAddresses(stored?.address ?? '');
  await becomesPublic(another ?? stored?.address ?? '');
  for (const each of [first, second]) expect((await handedIn(each)).status).toBe(200);
});

test('a bank account that many pay from in their own name still links them', async () => {
  const buyers: Customer[] = [];
  for (let n = 0; n < 7; n++) {
    const buyer = await newCustomer(server, 'Ina Brown');
    const walletAddress = walletFor('bitcoin', buyer.id);
    const { orderId } = await placePaidBuy(server, buyer.cookie, { amount: '4000', walletAddress });
    const payer = { payerAccount: '4471002233', payerHolder: 'Ina Brown', note: 'Seen from the papers' };
    expect(
      (await call('desk/confirmReceived', { ...buildPayIn(orderId, { amount: '4000' }), ...payer }, finance)).status,
    ).toBe(200);
    buyers.push(buyer);
  }
  for (const { id } of buyers) await detectDuplicatesOf(services, id);
  expect((await handedIn(buyers[6] as Customer)).body.code).toBe('identity.link_undecided');
});

test('a bank account that many are paid to links no accounts', async () => {
  const sellers = await Promise.all(Array.from({ length: 7 }, () => newCustomer(server)));
  for (const { cookie } of sellers)
    expect(
      (await sell(server, cookie, { amount: '0.0001', holder: 'Ina Brown', accountNumber: '5502001177' })).status,
    ).toBe(200);
  await rowsOf('update transactions set sender_wallet_address = null where user_id = any($1)', [
    sellers.map(({ id }) => id),
  ]);
  for (const each of sellers) await submissionOf(each);
  for (const { id } of sellers) await detectDuplicatesOf(services, id);
  expect((await handedIn(sellers[6] as Customer)).status).toBe(200);
});

/** A customer stays frozen while any freeze is active (decisions E2 and E3). */

const officer = await another('compliance');

const freeze = async ({ id: userId }: Customer) => {
  const frozen = await call('compliance/freeze', { userId, reason: 'An authority asks for it' }, compliance);
  expect(frozen.status).toBe(200);
};
async function endRelationship({ id }: Customer) {
  const ended = {
    caseId: await caseAbout(id, compliance),
    outcome: 'relationship_ends',
    text: 'By the letter we end it.',
  };
  expect((await call('compliance/closeCase', ended, compliance)).status).toBe(200);
}
async function thaw({ id }: Customer, cause = 'by_hand') {
  const [row] = await rowsOf<{ id: string }>(
    'select id from account_freezes where user_id = $1 and cause = $2 and lifted_at is null',
    [id, cause],
  );
  const input = { freezeId: row?.id, note: 'It has done its work' };
  const { body } = await call<{ proposalId: string }>('compliance/proposeUnfreeze', input, officer.cookie);
  const verdict = { proposalId: body.proposalId, decision: 'approve', note: 'x' };
  expect((await call('compliance/decideFrozen', verdict, compliance)).status).toBe(200);
}
async function openAccount(name: string) {
  const customer = await newCustomer(server, name);
  await detectDuplicatesOf(services, customer.id);
  return customer;
}
const tryToBuy = async ({ cookie }: Customer) => (await buy(server, cookie, { amount: '2000' })).body.code ?? 'placed';
const rename = async ({ cookie }: Customer, firstName: string, lastName: string) => {
  const changed = await call('accountPages/updateProfile', { firstName, lastName, dateOfBirth: '1990-04-12' }, cookie);
  expect(changed.status).toBe(200);
};

test('a returning customer stays frozen when the first of two freezes is lifted', async () => {
  const before = await newCustomer(server, 'Winston Rodney');
  const first = await newCustomer(server, 'Winston Rodney');
  await freeze(first);
  const returned = await openAccount('Winston Rodney');
  await endRelationship(first);
  await thaw(first);
  await detectDuplicatesOf(services, before.id);
  expect(await tryToBuy(first)).toBe('trading.not_possible');
  expect(await tryToBuy(returned)).toBe('trading.not_possible');
  expect(await tryToBuy(before)).toBe('placed');
  const split = { userId: returned.id, otherId: first.id, decision: 'apart', note: 'Another face', proposalId: null };
  expect((await call('identity/decideLink', split, officer.cookie)).body).toEqual({ state: 'proposed' });
  await thaw(first, 'relationship_ends');
  expect(await tryToBuy(returned)).toBe('placed');
});

test('an account opened between two freezes is not stopped by the later one', async () => {
  const first = await newCustomer(server, 'Peter Tosh');
  await freeze(first);
  const during = await openAccount('Peter Tosh');
  await thaw(first);
  const free = await openAccount('Peter Tosh');
  await freeze(first);
  const since = await openAccount('Peter Tosh');
  expect(await tryToBuy(during)).toBe('placed');
  expect(await tryToBuy(free)).toBe('placed');
  expect(await tryToBuy(since)).toBe('trading.not_possible');
});

test('a lifted freeze keeps the identity snapshot of a customer who stays frozen', async () => {
  const first = await newCustomer(server, 'Robert Marley');
  await freeze(first);
  await rename(first, 'Bunny', 'Wailer');
  await endRelationship(first);
  await thaw(first);
  await rename(first, 'Honest', 'Stranger');
  expect(await tryToBuy(await openAccount('Robert Marley'))).toBe('trading.not_possible');
  expect(await tryToBuy(await openAccount('Bunny Wailer'))).toBe('trading.not_possible');
  expect(await tryToBuy(await openAccount('Honest Stranger'))).toBe('placed');
});

test('a freeze lifted before a name change does not cover the later name', async () => {
  const first = await newCustomer(server, 'Neville Livingston');
  await freeze(first);
  await endRelationship(first);
  await thaw(first);
  await rename(first, 'Another', 'Innocent');
  expect(await tryToBuy(await openAccount('Neville Livingston'))).toBe('trading.not_possible');
  expect(await tryToBuy(await openAccount('Another Innocent'))).toBe('placed');
});

/** Identity and risk treat joined accounts as one person (decision E3). */
describe('joined accounts', () => {
  const join = (one: Customer, other: Customer) =>
    owner.query('insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [one.id, other.id]);
  const approve = async (submissionId: string) => {
    const answer = { submissionId, note: '', proposalId: null };
    const { status, body } = await call<{ code?: string }>('identity/approve', answer, compliance);
    return status === 200 ? 'approved' : body.code;
  };

  test('an undecided match on one joined account holds approval of the other', async () => {
    const [listed, other] = [await newCustomer(server, 'Zoltran Quistmeyer'), await newCustomer(server, 'Peter Brown')];
    await join(listed, other);
    const submissionId = await submitCheck(server, other, 1);
    expect(await approve(submissionId)).toBe('identity.match_undecided');
    // The match belongs to the account with the listed name.
    expect(await rowsOf('select state from name_hits where user_id = $1', [listed.id])).toEqual([{ state: 'open' }]);
    await owner.query('delete from merged_accounts');
    expect(await approve(submissionId)).toBe('approved');
  });

  test('an undecided link on one joined account holds approval of the other', async () => {
    const [one, other] = [await newCustomer(server), await newCustomer(server)];
    await join(one, other);
    const submissionId = await submitCheck(server, other, 1);
    await insertAccountLink(server, one.id);
    expect(await approve(submissionId)).toBe('identity.link_undecided');
  });

  test('a PEP declaration on one joined account counts for all of them', async () => {
    const [minister, other] = [await newCustomer(server), await newCustomer(server)];
    await owner.query(
      `insert into kyc_submissions (user_id, tier, status, decided_at, created_at)
     select $1, tier, 'approved', now(), now() - interval '1 day' from generate_series(1, 2) tier`,
      [minister.id],
    );
    const declared = { declaration: { ...declaration, pep: true, pepDetails: 'A minister' } };
    const form = await enhancedForm(server, minister.id, declared);
    expect((await call('identity/submitEnhanced', form, minister.cookie)).status).toBe(200);
    // Uses daytime, because night orders get extra risk points.
    server.setTime(new Date(`${addDays(jamaicaDay(new Date()), 1)}T17:00:00Z`));
    await server.app.inject({ method: 'POST', url: '/api/rpc/prices/refresh', payload: {} });
    const loadRiskInputs = async ({ id, cookie }: Customer) => {
      expect((await buy(server, cookie, { amount: '1500' })).status).toBe(200);
      const [assessment] = await rowsOf<{ inputs: object }>(
        'select inputs from risk_assessments where user_id = $1 order by id desc limit 1',
        [id],
      );
      return assessment?.inputs;
    };
    expect(await loadRiskInputs(other)).toMatchObject({ pep: false, dueDiligence: false });
    await join(minister, other);
    const office = { pep: true, highRiskJurisdiction: false, dueDiligence: true };
    expect(await loadRiskInputs(minister)).toMatchObject(office);
    expect(await loadRiskInputs(other)).toMatchObject(office);
  });
});
