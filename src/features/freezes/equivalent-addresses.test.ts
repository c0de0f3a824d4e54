import { expect, test } from 'vitest';
import { createFrozenScenario } from '../../../test/frozen-scenario.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { storeAllEquivalentAddresses } from './jobs.ts';

const server = await serverWithoutFaults();
const { owner, services } = server;
const { freeze } = await createFrozenScenario(server);

async function createWallets(count: number): Promise<string[]> {
  const { rows } = await owner.query<{ wallet: string }>(
    `select app.bech32_of(substr(sha256(convert_to('key ' || n, 'UTF8')), 1, 20)) wallet from generate_series(1, $1) n`,
    [count],
  );
  return rows.map(({ wallet }) => wallet);
}
/** Counts freezes of an address `3...`, and the hashes that the lookup computed. */
async function findFreezesAt(address: string) {
  const client = await owner.connect();
  const countCalls = async () =>
    (
      await client.query<{ calls: number }>(
        `select coalesce(sum(calls), 0)::int calls from pg_stat_xact_user_functions where funcname = 'ripemd160'`,
      )
    ).rows[0]?.calls ?? 0;
  try {
    await client.query(`begin; set local track_functions = 'all'`);
    const before = await countCalls();
    const { rows } = await client.query(`select app.freezes_by_counterparty(null, $1, null, true, null)`, [address]);
    return { stops: rows.length, computed: (await countCalls()) - before };
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const getWrappedWallet = async (wallet = '') =>
  (await owner.query<{ at: string }>('select app.wrapped_wallet($1) at', [wallet])).rows[0]?.at ?? '';

test('wrapped addresses are computed once per wallet and then read from storage', async () => {
  const fred = await newCustomer(server, 'Frozen Fred');
  const named = await createWallets(30);
  // Two submissions list each wallet twice.
  const data = { trusted_wallets: named.map((walletAddress) => ({ walletAddress })) };
  await owner.query(
    `insert into kyc_submissions (user_id, tier, data, created_at)
       select $1, 3, $2, now() - n * interval '1 hour' from generate_series(1, 2) n`,
    [fred.id, data],
  );
  await freeze(fred);
  const [hidden, stranger] = [await getWrappedWallet(named[17]), await getWrappedWallet((await createWallets(40))[39])];
  // One hash per wallet, and one more when the database plans the query.
  const first = await findFreezesAt(hidden);
  expect(first.stops).toBe(1);
  expect([30, 31]).toContain(first.computed);
  await storeAllEquivalentAddresses(services);
  expect(await findFreezesAt(hidden)).toEqual({ stops: 1, computed: 0 });
  expect(await findFreezesAt(stranger)).toEqual({ stops: 0, computed: 0 });
  await owner.query('delete from account_freezes where user_id = $1', [fred.id]);
  await storeAllEquivalentAddresses(services);
  expect((await owner.query('select from equivalent_addresses')).rows).toEqual([]);
});
