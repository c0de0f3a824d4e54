import { expect, test } from 'vitest';
import { buildPayIn, buy, placePaidBuy, sell } from '../../../test/orders.ts';
import { createScamTools } from '../../../test/scams.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, newCustomer, type Outcome, submitCheck } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { walletFor } from '../../../tools/demo/invented.ts';
import { getSameKeyAddresses } from '../assets/same-key.ts';
import { detectDuplicatesOf } from './detect-duplicates.ts';

/** Wallets and bank accounts that many people use do not link accounts. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const scams = createScamTools(server);
const [compliance, finance] = [await createSession(server, 'compliance'), await createSession(server, 'finance')];
const rowsOf = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows;

const submissions = new Map<string, string>();

async function submissionOf(customer: Customer): Promise<string> {
  const submissionId = submissions.get(customer.id) ?? (await submitCheck(server, customer, 1));
  submissions.set(customer.id, submissionId);
  return submissionId;
}

async function handedIn(customer: Customer): Promise<Outcome> {
  return call('identity/approve', { submissionId: await submissionOf(customer) }, compliance);
}

async function strangersOf(walletAddress: string, many: number) {
  const strangers = await Promise.all(Array.from({ length: many }, () => newCustomer(server)));
  for (const { cookie } of strangers)
    expect((await buy(server, cookie, { amount: '2000', walletAddress })).status).toBe(200);
  return strangers;
}

async function buyersOf(walletAddress: string, many: number) {
  const buyers = await strangersOf(walletAddress, many);
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
  for (const { id } of [...(await strangersOf(walletAddress, 4)), first, second])
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
      await scams.publish(await scams.reported({ facts }));
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
  const [given] = await rowsOf('select wallet_address address from transactions where user_id = $1', [first.id]);
  const [another] = getSameKeyAddresses(given.address);
  await becomesPublic(another ?? given.address);
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
