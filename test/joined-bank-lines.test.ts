import { expect, test } from 'vitest';
import { demoListedPerson } from '../fakes/screening/demo-list.ts';
import { buildUpload, openBankReconciliation } from './bank-lines.ts';
import { createFrozenScenario, newAccount } from './frozen-scenario.ts';
import { buildPayIn, placePaidBuy } from './orders.ts';
import { setUpSuspicions } from './suspicions.ts';
import { serverUnderTest } from './worker.ts';

/** Staff record a payment by hand. Its bank line arrives later and names another account or holder. */
const server = await serverUnderTest();
const { call, owner } = server;
const { another } = setUpSuspicions(server);
const { freeze, createVerified, buyOrder, payOut } = await createFrozenScenario(server);
const [customer, omar] = [await another('finance'), await another('finance')];

const wallets = [
  ...['12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1P5ZEDWTKTFGxQjZphgWPQUpe554WKDfHQ'],
  ...['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '1FeexV6bAHb8ybZjqQMjJrcCrHGW9sb6uF', '1LdRcdxfbSnmCYYNdeYpUnztiYzVfBEQeC'],
  ...['17A16QmavnUfCW11DAApiJxp7ARnxN5pGX', '1HB5XMLmzFVj8ALj6mfBsbifRoD4miY36v', '1dice8EMZmqKvrGE4Qc9bUFf9PX3xaYDp'],
];
let used = 0;
const newWallet = () => wallets[used++] ?? '';

async function done<T = Record<string, string>>(path: string, input: object, { cookie } = customer): Promise<T> {
  const { status, body } = await call<T>(path, input, cookie);
  if (status !== 200) throw new Error(`${path} ${JSON.stringify(body)}`);
  return body;
}

type Entry = { orderId: string; reference: string; holder: string };

async function recordPayment(holder: string, account: string): Promise<Entry> {
  const { cookie } = await createVerified(holder);
  const { orderId } = await placePaidBuy(server, cookie, { amount: '1200', walletAddress: newWallet() });
  const reference = `NCB 5512${used}`;
  const typed = { ...buildPayIn(orderId, { amount: '1200', reference }), payerHolder: holder, payerAccount: account };
  await done('desk/confirmReceived', typed);
  return { orderId, reference, holder };
}

/** Uploads the line of an entry as `by`. Returns its id, or undefined when it joined the entry. */
async function uploadLine({ reference, holder }: Entry, account: string, { by = omar, payer = holder } = {}) {
  const line = { reference, details: 'TRANSFER', credit: '1200.00', payer, account, bank: 'Scotia' };
  await done('bankLines/upload', buildUpload([line]), by);
  const { queue } = openBankReconciliation(server, {
    done: (path, input) => done(path, input),
    finance: customer.cookie,
  });
  return (await queue()).find((one) => one.reference === reference)?.id;
}

const join = (lineId: string | undefined, { reference }: Entry, by = customer) =>
  call<{ code?: string }>('bankLines/dismissLine', { lineId, reason: 'recorded', reference, note: '' }, by.cookie);

async function freezeOwnerOf(account: string, name: string) {
  const frozen = await createVerified(name);
  await buyOrder(frozen, { walletAddress: newWallet() }, { account, holder: name });
  await freeze(frozen);
}

async function findUnallocated({ orderId }: Entry): Promise<string> {
  const movement = await owner.query('select id from movements where order_id = $1', [orderId]);
  const evidence = 'The bank line names another order of the customer.';
  const reason = { reasonCode: 'belongs_elsewhere', note: '', evidence };
  await done('desk/undoPayIn', { orderId, movementId: movement.rows[0].id, ...reason });
  await done('desk/approveUndo', { orderId, proposalId: await server.openProposal(orderId), note: '' }, omar);
  const { rows } = await owner.query(
    `select m.id from movements m join movements o on o.id = m.source_movement_id
      where o.order_id = $1 and m.direction = 'in'`,
    [orderId],
  );
  return rows[0].id;
}

async function refundUnallocated(movementId: string, approver: { cookie: string }) {
  const refund = { movementId, reasonCode: 'third_party_payer', note: '' };
  const prepared = await call<{ code?: string }>('unallocated/prepareReturn', refund, customer.cookie);
  if (prepared.status !== 200) return prepared.body.code;
  const decision = { movementId, proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  const { status, body } = await call<{ code?: string }>('unallocated/decide', decision, approver.cookie);
  return status === 200 ? 'approved' : body.code;
}

test('an order paid from the account of a frozen person is not paid out', async () => {
  const account = newAccount();
  await freezeOwnerOf(account, 'Fred Frostjoined');
  const entry = await recordPayment('Joanna Grantjoined', newAccount());
  expect((await join(await uploadLine(entry, account), entry)).status).toBe(200);
  expect(await payOut(entry.orderId)).not.toBe('paid');
});

test('an order paid from a frozen account is not paid out after staff typed the masked number', async () => {
  const account = newAccount();
  await freezeOwnerOf(account, 'Fred Frostmasked');
  const entry = await recordPayment('Mona Grantmasked', `XXXX${account.slice(-4)}`);
  expect(await uploadLine(entry, account)).toBeUndefined();
  expect(await payOut(entry.orderId)).not.toBe('paid');
});

test('a refund of unallocated money to the account of a frozen person is refused', async () => {
  const account = newAccount();
  await freezeOwnerOf(account, 'Fred Frostunallocated');
  const entry = await recordPayment('Una Grantunallocated', newAccount());
  const movementId = await findUnallocated(entry);
  await join(await uploadLine(entry, account), entry);
  expect(await refundUnallocated(movementId, await another('finance'))).not.toBe('approved');
});

test('the uploader of a line with another account cannot join it to an entry', async () => {
  const entry = await recordPayment('Tamara Grantrefund', newAccount());
  const lineId = await uploadLine(entry, newAccount(), { by: omar });
  expect((await join(lineId, entry, omar)).body.code).toBe('bank_lines.uploaded_by_you');
  expect((await join(lineId, entry)).status).toBe(200);
});

test('the uploader of a line cannot approve the refund of its unallocated money', async () => {
  const entry = await recordPayment('Petra Grantowner', newAccount());
  const movementId = await findUnallocated(entry);
  const uploader = await another('finance');
  await join(await uploadLine(entry, newAccount(), { by: uploader }), entry);
  expect(await refundUnallocated(movementId, uploader)).toBe('desk.recorded_by_you');
});

test('a line with a second account holder does not join an entry with the first', async () => {
  const account = newAccount();
  const entry = await recordPayment('Joanna Grantjoint', account);
  const payer = `${entry.holder} and ${demoListedPerson.firstName} ${demoListedPerson.lastName}`;
  expect(await uploadLine(entry, account, { payer })).toBeDefined();
});
