import { expect, test } from 'vitest';
import { bankPdf } from '../../../test/files/good-files.ts';
import { send } from '../../../test/files/uploads.ts';
import { paidBuy } from '../../../test/orders.ts';
import { goBy } from '../../../test/steady-clock.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { originOf } from './unused-room.ts';

/** A few networks, however patient, do not fill the room for papers of everybody: whoever is new finds some. */
const server = await serverWithoutFaults({ UNUSED_FILES_MB: '20' });
const { owner } = server;
const pdf = await bankPdf();

async function sends({ cookie }: Pick<Customer, 'cookie'>, ip: string): Promise<string> {
  const { status, body } = await send(server, cookie, {
    purpose: 'transaction-proof',
    bytes: pdf,
    name: 'slip.pdf',
    ip,
  });
  return status === 200 ? 'kept' : (body.code ?? '');
}
/** So many MB that nobody handed in came over a connection, some days ago. */
async function came(ip: string, megabytes: number, daysAgo: number): Promise<void> {
  const { id } = await newCustomer(server);
  const { connection, network } = originOf(server.services, ip);
  await owner.query(
    `with laid as (
       insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, state, key_id, created_at)
         select gen_random_uuid(), $1, 'transaction-proof', 'crowd/' || gen_random_uuid(), 'x', 'image/png', 1048576,
           repeat('0', 64), 'clean', 'test', now() - $5 * interval '1 day' from generate_series(1, $4)
         returning id, created_at)
     insert into file_origins (file_id, connection, network, created_at) select id, $2, $3, created_at from laid`,
    [id, connection, network, megabytes, daysAgo],
  );
}
/** What lies here is counted anew every two seconds. */
const counted = () => goBy(2_000);

test('what strangers of a network left for days keeps nobody from handing in a slip whom we know', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  await paidBuy(server, ina.cookie, { amount: '3000' });
  await came('203.0.113.20', 6, 6);
  expect(await sends(await newCustomer(server), '203.0.113.9')).toBe('documents.no_room_from_here');
  expect(await sends(ina, '203.0.113.9')).toBe('kept');
  // The room is empty again for what follows.
  await owner.query(
    `with gone as (delete from file_origins returning file_id) delete from files where path like 'crowd/%'`,
  );
  counted();
});

test('a network has a tenth of the room in all the days of files, and as much again for first papers', async () => {
  const [loud, quiet] = ['2001:db8:a::1', '2001:db8:b::1'];
  for (const daysAgo of [4, 3]) await came(loud, 1, daysAgo);
  const known = await newCustomer(server);
  expect(await sends(known, loud)).toBe('kept');
  await came(loud, 2, 2);
  expect(await sends(await newCustomer(server), loud)).toBe('documents.no_room_from_here');
  expect(await sends(known, quiet)).toBe('kept');
});

test('where the room of everybody is full, whoever is new has some over a line that left hardly any', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => came(`2001:db8:c${n}::1`, 2, 1)));
  counted();
  const newcomer = await newCustomer(server);
  for (let file = 0; file < 5; file++) expect(await sends(newcomer, '198.51.100.7')).toBe('kept');
  expect(await sends(newcomer, '198.51.100.7')).toBe('documents.no_room_now');
  expect(await sends(await newCustomer(server), '2001:db8:c1::1')).not.toBe('kept');
  // As much again, and then there is none for anybody.
  await Promise.all(Array.from({ length: 10 }, (_, n) => came(`2001:db8:d${n}::1`, 2, 1)));
  counted();
  expect(await sends(await newCustomer(server), '203.0.113.7')).toBe('documents.no_room_now');
});
