import { randomBytes } from 'node:crypto';
import { Address, NETWORK } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { createFrozenScenario } from '../../../test/frozen-scenario.ts';
import { buy } from '../../../test/orders.ts';
import { enhancedForm, newCustomer, wallet } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { getSameKeyAddresses, getWrappedAddress } from '../assets/same-key.ts';
import { pruneAddressForms } from './jobs.ts';

const server = await serverWithoutFaults();
const { owner, services, actsAs } = server;
const { freeze, sellOrder } = await createFrozenScenario(server);

const bitcoin = Address(NETWORK);
const createAddresses = () => {
  const hash = new Uint8Array(randomBytes(20));
  const legacy = bitcoin.encode({ type: 'pkh', hash });
  return { legacy, native: bitcoin.encode({ type: 'wpkh', hash }), wrapped: getWrappedAddress(legacy) ?? '' };
};
const isStopped = async (address: string): Promise<boolean> =>
  (await owner.query(`select app.freezes_by_counterparty(null, $1, null, true, null)`, [address])).rows.length > 0;
const isStored = async (address: string) =>
  (await owner.query('select from address_forms where forms @> array[$1]', [address])).rows.length > 0;

test('a trusted wallet of Enhanced KYC is found under every address of its key', async () => {
  const fred = await newCustomer(server, 'Frozen Fred');
  const { legacy, native, wrapped } = createAddresses();
  const form = await enhancedForm(server, fred.id, { wallets: { list: [{ ...wallet, walletAddress: legacy }] } });
  expect(await actsAs(fred.cookie)('identity/submitEnhanced', form)).toBe('done');
  expect(await isStopped(native)).toBe(false);
  await freeze(fred);
  for (const address of [legacy, native, native.toUpperCase(), wrapped]) expect(await isStopped(address)).toBe(true);
  expect(await isStopped(createAddresses().wrapped)).toBe(false);
});

test('the sender of a sale is found under every address of its key', async () => {
  const frieda = await newCustomer(server, 'Frozen Frieda');
  const { native, legacy, wrapped } = createAddresses();
  await sellOrder(frieda, native, { holder: 'Frozen Frieda' });
  await freeze(frieda);
  for (const address of [native, legacy, wrapped]) expect(await isStopped(address)).toBe(true);
});

test('a key is found from its address when the frozen customer named the wrapping', async () => {
  const [felix, mule] = [await newCustomer(server, 'Frozen Felix'), await newCustomer(server, 'Minnie Mule')];
  const { native, wrapped } = createAddresses();
  expect((await buy(server, felix.cookie, { amount: '1500', walletAddress: wrapped })).status).toBe(200);
  expect((await buy(server, mule.cookie, { amount: '1500', walletAddress: native })).status).toBe(200);
  await freeze(felix);
  expect(await isStopped(native)).toBe(true);
});

test('pruning keeps addresses of orders and deletes those that no record names', async () => {
  const customer = await newCustomer(server, 'Paula Plain');
  const [named, unnamed] = [createAddresses(), createAddresses()];
  expect((await buy(server, customer.cookie, { amount: '1500', walletAddress: named.native })).status).toBe(200);
  const forms = [unnamed.legacy, ...getSameKeyAddresses(unnamed.legacy)];
  await owner.query('insert into address_forms (address, forms) values ($1, $2)', [unnamed.legacy, forms]);
  await pruneAddressForms(services);
  expect([await isStored(named.legacy), await isStored(unnamed.native)]).toEqual([true, false]);
});
