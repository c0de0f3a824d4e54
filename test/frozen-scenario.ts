import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { buildPayIn, buildSent, placePaidBuy, sell } from './orders.ts';
import { createSession } from './security/actors.ts';
import { approveAs, type Customer, newCustomer, submitCheck } from './submissions.ts';
import { setUpSuspicions } from './suspicions.ts';
import type { TestServer } from './worker.ts';

export const hash = () => randomBytes(32).toString('hex');
/** Account number that no other customer has. */
export const newAccount = () => `9${BigInt(`0x${randomBytes(4).toString('hex')}`)}`;

/** Orders and freezes that tests of frozen customers share. */
export async function createFrozenScenario(server: TestServer) {
  const { another, rowsOf } = setUpSuspicions(server);
  const finance = await createSession(server, 'finance');
  const [second, officer] = [await another('finance'), await another('compliance')];
  const act = server.actsAs(finance);
  const freeze = async ({ id }: Customer) =>
    expect(await act('compliance/freeze', { userId: id, reason: 'An authority asks' }, officer.cookie)).toBe('done');
  const createVerified = async (name: string) => {
    const customer = await newCustomer(server, name);
    await approveAs(server, await submitCheck(server, customer, 1), officer.cookie);
    return customer;
  };
  type CameIn = Parameters<typeof buildPayIn>[1];
  const confirmArrival = async (
    orderId: string,
    expected: CameIn,
    payer: { account?: string; holder?: string } = {},
  ) => {
    const { account = newAccount(), holder = 'Stranger' } = payer;
    const shown = expected?.senderAddress === undefined ? { payerAccount: account, payerHolder: holder } : {};
    expect(await act('desk/confirmReceived', { ...buildPayIn(orderId, expected), ...shown })).toBe('done');
  };

  /** Runs all payout steps of a received order. Returns 'paid', or the refusal to prepare the payout. */
  async function payOut(orderId: string, reference = hash()) {
    const target = { orderId, note: '' };
    const steps = [
      await act('desk/startProcessing', target),
      await act('desk/preparePayout', target),
      await act('desk/approvePayout', target, second.cookie),
      await act('desk/recordSent', buildSent(orderId, reference)),
    ];
    const outgoing = await rowsOf(`select from movements where order_id = $1 and direction = 'out'`, [orderId]);
    return outgoing.length > 0 ? 'paid' : steps[1];
  }
  /** Moves orders into the past. Times are shown to the minute, so orders placed together would look equal. */
  const moveEarlier = (span: string, ...customers: Customer[]) =>
    rowsOf(
      `update movements set moved_at = moved_at - $2::interval, recorded_at = recorded_at - $2::interval
        where user_id = any($1)`,
      [customers.map(({ id }) => id), span],
    );
  const createEarlier = (table: 'transactions' | 'kyc_submissions', span: string, { id }: Customer) =>
    rowsOf(`update ${table} set created_at = created_at - $2::interval where user_id = $1`, [id, span]);

  type Payer = { account?: string; holder?: string };
  async function buyOrder(
    { cookie }: Customer,
    wishes: object,
    { account = newAccount(), holder = 'Stranger' }: Payer = {},
  ) {
    const { orderId } = await placePaidBuy(server, cookie, { amount: '1100', ...wishes });
    await confirmArrival(orderId, { amount: '1100' }, { account, holder });
    return orderId;
  }
  async function sellOrder({ cookie }: Customer, senderAddress: string, overrides: Record<string, string>) {
    const wishes = { amount: '0.00013', accountNumber: newAccount(), senderWalletAddress: senderAddress };
    const { body } = await sell(server, cookie, { ...wishes, ...overrides });
    await confirmArrival(body.orderId, { amount: '0.00013', reference: hash(), senderAddress });
    return body.orderId;
  }
  return { act, freeze, createVerified, payOut, buyOrder, sellOrder, moveEarlier, createEarlier, officer };
}
