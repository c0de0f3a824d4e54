import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { cameIn, paidBuy, sell, wasSent } from './orders.ts';
import { sessionFor } from './security/actors.ts';
import { approveAs, type Customer, handIn, newCustomer } from './submissions.ts';
import { suspicionsOn } from './suspicions.ts';
import type { TestServer } from './worker.ts';

export const hash = () => randomBytes(32).toString('hex');
/** An account of nobody else. */
export const newAccount = () => `9${BigInt(`0x${randomBytes(4).toString('hex')}`)}`;

/** What tests of stopped people do again and again, on one server: orders on their ordinary way, and a freeze. */
export async function stoppedOn(server: TestServer) {
  const { another, rowsOf } = suspicionsOn(server);
  const finance = await sessionFor(server, 'finance');
  const [second, officer] = [await another('finance'), await another('compliance')];
  const act = server.actsAs(finance);
  const freeze = async ({ id }: Customer) =>
    expect(await act('compliance/freeze', { userId: id, reason: 'An authority asks' }, officer.cookie)).toBe('done');
  /** Somebody whose papers were approved. */
  const verified = async (name: string) => {
    const who = await newCustomer(server, name);
    await approveAs(server, await handIn(server, who, 1), officer.cookie);
    return who;
  };
  type CameIn = Parameters<typeof cameIn>[1];
  const arrived = async (orderId: string, seen: CameIn, payer: { account?: string; holder?: string } = {}) => {
    const { account = newAccount(), holder = 'Somebody' } = payer;
    const shown = seen?.senderAddress === undefined ? { payerAccount: account, payerHolder: holder } : {};
    expect(await act('desk/confirmReceived', { ...cameIn(orderId, seen), ...shown })).toBe('done');
  };

  /** The desk's ordinary way from money in hand to what left; of a stopped one nothing has. */
  async function paidOut(orderId: string, reference = hash()) {
    const plain = { orderId, note: '' };
    const steps = [
      await act('desk/startProcessing', plain),
      await act('desk/preparePayout', plain),
      await act('desk/approvePayout', plain, second.cookie),
      await act('desk/recordSent', wasSent(orderId, reference)),
    ];
    const left = await rowsOf(`select from movements where order_id = $1 and direction = 'out'`, [orderId]);

    return left.length > 0 ? 'paid' : steps[1];
  }
  /** Long before: a line tells its time by the minute. */
  const movedEarlier = (span: string, ...who: Customer[]) =>
    rowsOf(
      `update movements set moved_at = moved_at - $2::interval, recorded_at = recorded_at - $2::interval
        where user_id = any($1)`,
      [who.map(({ id }) => id), span],
    );
  const writtenEarlier = (table: 'transactions' | 'kyc_submissions', span: string, { id }: Customer) =>
    rowsOf(`update ${table} set created_at = created_at - $2::interval where user_id = $1`, [id, span]);

  /** Orders of one customer, paid or sent. */
  type From = { account?: string; holder?: string };
  async function bought(
    { cookie }: Customer,
    wishes: object,
    { account = newAccount(), holder = 'Somebody' }: From = {},
  ) {
    const { orderId } = await paidBuy(server, cookie, { amount: '1100', ...wishes });
    await arrived(orderId, { amount: '1100' }, { account, holder });
    return orderId;
  }
  async function sold({ cookie }: Customer, senderAddress: string, more: Record<string, string>) {
    const wishes = { amount: '0.00013', accountNumber: newAccount(), senderWalletAddress: senderAddress };
    const { body } = await sell(server, cookie, { ...wishes, ...more });
    await arrived(body.orderId, { amount: '0.00013', reference: hash(), senderAddress });
    return body.orderId;
  }
  return { act, freeze, verified, paidOut, bought, sold, movedEarlier, writtenEarlier, officer };
}
