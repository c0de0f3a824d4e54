import { expect, test } from 'vitest';
import { stoppedOn } from '../../../test/stopped.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { keepAllWrapped } from './jobs.ts';

/** Whoever is stopped and has many wallets makes no look slow at an address that may wrap the key of one of them. */
const server = await serverWithoutFaults();
const { owner, services } = server;
const { freeze } = await stoppedOn(server);

/** Wallets of keys that nobody has, in the form `bc1q...`. */
async function wallets(many: number): Promise<string[]> {
  const { rows } = await owner.query<{ wallet: string }>(
    `select app.bech32_of(substr(sha256(convert_to('key ' || n, 'UTF8')), 1, 20)) wallet from generate_series(1, $1) n`,
    [many],
  );
  return rows.map(({ wallet }) => wallet);
}
/** Who is stopped at an address `3...`, and how often what wraps a key was worked out for it. */
async function lookedAt(address: string) {
  const client = await owner.connect();
  const calls = async () =>
    (
      await client.query<{ calls: number }>(
        `select coalesce(sum(calls), 0)::int calls from pg_stat_xact_user_functions where funcname = 'ripemd160'`,
      )
    ).rows[0]?.calls ?? 0;
  try {
    await client.query(`begin; set local track_functions = 'all'`);
    const before = await calls();
    const { rows } = await client.query(`select app.freezes_known_at(null, $1, null, true, null)`, [address]);
    return { stops: rows.length, workedOut: (await calls()) - before };
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const wrapping = async (wallet = '') =>
  (await owner.query<{ at: string }>('select app.wrapped_wallet($1) at', [wallet])).rows[0]?.at ?? '';

test('what wraps a key is worked out once for each wallet that is known, and then no more', async () => {
  const fred = await newCustomer(server, 'Frozen Fred');
  const named = await wallets(30);
  // In two hand-ins, so that each wallet is known twice.
  const data = { trusted_wallets: named.map((walletAddress) => ({ walletAddress })) };
  await owner.query(
    `insert into kyc_submissions (user_id, tier, data, created_at)
       select $1, 3, $2, now() - n * interval '1 hour' from generate_series(1, 2) n`,
    [fred.id, data],
  );
  await freeze(fred);
  const [hidden, stranger] = [await wrapping(named[17]), await wrapping((await wallets(40))[39])];
  // Once for a wallet, not for each time that it is known; once more where the database lays out its plan.
  const first = await lookedAt(hidden);
  expect(first.stops).toBe(1);
  expect([30, 31]).toContain(first.workedOut);
  await keepAllWrapped(services);
  expect(await lookedAt(hidden)).toEqual({ stops: 1, workedOut: 0 });
  expect(await lookedAt(stranger)).toEqual({ stops: 0, workedOut: 0 });
  // Of whoever is stopped no more nothing is kept.
  await owner.query('delete from account_freezes where user_id = $1', [fred.id]);
  await keepAllWrapped(services);
  expect((await owner.query('select from wrapped_wallets')).rows).toEqual([]);
});
