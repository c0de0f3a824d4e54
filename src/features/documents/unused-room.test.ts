import { afterAll, expect, test } from 'vitest';
import { bankPdf } from '../../../test/files/good-files.ts';
import { send } from '../../../test/files/uploads.ts';
import { scraped } from '../../../test/metrics.ts';
import { freePort } from '../../../test/reliability/free-port.ts';
import { goBy } from '../../../test/steady-clock.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, hours } from '../../kernel/clock.ts';
import { openMetrics } from '../system/open-metrics.ts';
import { originOf } from './unused-room.ts';

/** Accounts that are thrown away have a little room each; together they must not fill the disk. */
const port = await freePort();
const server = await serverWithoutFaults({ UNUSED_FILES_MB: '10', METRICS_PORT: String(port) });
const { owner, setTime } = server;
const pdf = await bankPdf();
const closeMetrics = await openMetrics(server.services);
afterAll(closeMetrics);

/** Sends a file from an address: what became of it. */
async function sends({ cookie }: Pick<Customer, 'cookie'>, ip: string): Promise<string> {
  const { status, body } = await send(server, cookie, {
    purpose: 'transaction-proof',
    bytes: pdf,
    name: 'slip.pdf',
    ip,
  });
  return status === 200 ? `kept ${body.id}` : String(body.code);
}
const isKept = (said: string) => said.startsWith('kept');
/** Something of ours stands on the files of somebody. */
const handedIn = ({ id }: Customer, many: number) =>
  owner.query(
    `insert into claimed_proofs (due_id, file_id, user_id)
       select gen_random_uuid(), id, user_id from files where user_id = $1 order by id limit $2`,
    [id, many],
  );
/** Files of somebody new that nobody handed in, laid down by hand: so many MB. */
async function lies(megabytes: number): Promise<void> {
  const { id } = await newCustomer(server);
  await owner.query(
    `insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, state, key_id, created_at)
       select gen_random_uuid(), $1, 'transaction-proof', 'lies/' || gen_random_uuid(), 'x', 'image/png', 1048576,
         repeat('0', 64), 'clean', 'test', now() from generate_series(1, $2)`,
    [id, megabytes],
  );
}
/** What lies here is counted anew every two seconds. */
const counted = () => goBy(2_000);

test('many accounts over one connection leave two hundred files that nobody handed in, and not one more', async () => {
  const connection = ['2001:db8:7:1::1', '2001:db8:7:1::2'] as const;
  const people: Customer[] = [];
  const said: string[] = [];
  for (let n = 0; n < 5; n++) people.push(await newCustomer(server));
  for (const [n, each] of people.entries())
    for (let file = 0; file < 40; file++) said.push(await sends(each, connection[n % 2] ?? ''));
  expect(said.filter(isKept)).toHaveLength(200);
  const stranger = await newCustomer(server);
  const more = () => sends(people[1] as Customer, connection[0]);
  expect(await more()).toBe('documents.no_room_from_here');
  // Not from elsewhere, not what was handed in, and not for ever.
  expect(await sends(stranger, '2001:db8:7:2::1')).toMatch(/^kept/);
  await handedIn(people[0] as Customer, 2);
  expect([await sends(stranger, connection[0]), await sends(stranger, connection[0])].every(isKept)).toBe(true);
  expect(await more()).toBe('documents.no_room_from_here');
  setTime(after(new Date(), hours(23.9)));
  expect(await more()).toBe('documents.no_room_from_here');
  await owner.query(`update file_origins set created_at = created_at - interval '1 day'`);
  expect(await sends(stranger, connection[0])).toMatch(/^kept/);
}, 240_000);

test('what nobody handed in has room together; whoever handed in before goes on for as much again', async () => {
  const [known, newcomer] = [await newCustomer(server), await newCustomer(server)];
  expect(await sends(known, '192.0.2.1')).toMatch(/^kept/);
  await handedIn(known, 1);
  counted();
  // Who left more than the papers of an identity is no newcomer to whom room is kept.
  for (let file = 0; file < 5; file++) expect(await sends(newcomer, '198.51.100.1')).toMatch(/^kept/);
  await lies(10);
  counted();
  expect(await sends(newcomer, '198.51.100.1')).toBe('documents.no_room_now');
  expect(await sends(known, '192.0.2.1')).toMatch(/^kept/);
  const figures = async () => {
    const { value } = await scraped(port);
    return [value('cryptocommerce_files_unused_bytes') ?? 0, value('cryptocommerce_files_unused_allowed_bytes')];
  };
  await expect.poll(async () => (await figures())[0], { timeout: 35_000 }).toBeGreaterThan(10 * 1024 * 1024);
  expect((await figures())[1]).toBe(10 * 1024 * 1024);
  await lies(10);
  counted();
  expect(await sends(known, '192.0.2.1')).toBe('documents.no_room_now');
  // What something stands on is not counted.
  await owner.query(`insert into claimed_proofs (due_id, file_id, user_id)
    select gen_random_uuid(), id, user_id from files where path like 'lies/%'`);
  counted();
  expect(await sends(newcomer, '198.51.100.1')).toMatch(/^kept/);
});

test('over a connection that others filled, whoever is known goes on, and a newcomer sends their papers', async () => {
  const ip = '203.0.113.9';
  const crowd = await newCustomer(server);
  const { connection, network } = originOf(server.services, ip);
  /** So many files of accounts that are thrown away came over that connection. */
  const came = (many: number) =>
    owner.query(
      `with laid as (
         insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, state, key_id, created_at)
           select gen_random_uuid(), $1, 'transaction-proof', 'crowd/' || gen_random_uuid(), 'x', 'image/png', 1,
             repeat('0', 64), 'clean', 'test', now() from generate_series(1, $4) returning id, created_at)
       insert into file_origins (file_id, connection, network, created_at) select id, $2, $3, created_at from laid`,
      [crowd.id, connection, network, many],
    );
  await came(200);
  const [known, newcomer] = [await newCustomer(server), await newCustomer(server)];
  expect(await sends(known, '192.0.2.200')).toMatch(/^kept/);
  await handedIn(known, 1);
  for (let file = 0; file < 6; file++) expect(await sends(known, ip)).toMatch(/^kept/);
  for (let file = 0; file < 5; file++) expect(await sends(newcomer, ip)).toMatch(/^kept/);
  expect(await sends(newcomer, ip)).toBe('documents.no_room_from_here');
  await came(200);
  expect(await sends(known, ip)).toBe('documents.no_room_from_here');
  expect(await sends(await newCustomer(server), ip)).toBe('documents.no_room_from_here');
});
