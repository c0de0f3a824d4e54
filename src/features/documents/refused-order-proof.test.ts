import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { demoAddresses } from '../../../fakes/screening/demo-list.ts';
import { pdfWithRemark } from '../../../test/files/good-files.ts';
import { sendFile } from '../../../test/files/uploads.ts';
import { buy } from '../../../test/orders.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { removeUnused, removeUnusedOf } from './remove-unused.ts';

const server = await serverUnderTest();
const { call, owner, services, setTime } = server;
const cookie = await server.signIn('enhanced');
const listedWallet = demoAddresses.sanctioned.find((address) => /^(bc1|1|3)/.test(address)) ?? '';

/** Tries to buy to a sanctioned wallet with a proof of funds, which opens a case. Returns the id of the proof. */
async function placeBlockedBuy(remark: string): Promise<string> {
  const { body } = await sendFile(server, cookie, { purpose: 'source-of-funds', bytes: await pdfWithRemark(remark) });
  const funds = { sourceOfFunds: 'savings', sourceOfFundsFile: body.id } as const;
  const placed = await buy(server, cookie, { amount: '180000', walletAddress: listedWallet, ...funds });
  expect([placed.status, placed.body.code]).toEqual([422, 'trading.wallet_blocked']);
  return body.id;
}
const isStored = async (id: string) => (await owner.query('select from files where id = $1', [id])).rowCount === 1;

test('the proof of a refused order is kept with its case after a week', async () => {
  const fileId = await placeBlockedBuy('first');
  setTime(new Date(Date.now() + 8 * 86_400_000));
  await removeUnused(services);
  setTime(null);
  expect(await isStored(fileId)).toBe(true);
});

test('closing the account keeps the proof of a refused order', async () => {
  const fileId = await placeBlockedBuy('second');
  const email = 'enhanced@demo.test';
  const { rows } = await owner.query('select id from profiles where email = $1', [email]);
  const closed = await call('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
  expect(closed.status).toBe(200);
  await removeUnusedOf(services, rows[0].id);
  expect(await isStored(fileId)).toBe(true);
});
