import { afterAll, expect, test } from 'vitest';
import { createBankPdf } from '../../../test/files/good-files.ts';
import { sendFile } from '../../../test/files/uploads.ts';
import { fetchScrape } from '../../../test/metrics.ts';
import { advanceClock } from '../../../test/monotonic-clock.ts';
import { freePort } from '../../../test/reliability/free-port.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { openMetrics } from '../system/open-metrics.ts';

const port = await freePort();
const server = await serverWithoutFaults({ UNUSED_FILES_MB: '10', METRICS_PORT: String(port) });
const { owner } = server;
const pdf = await createBankPdf();
const closeMetrics = await openMetrics(server.services);
afterAll(closeMetrics);

/** Returns 'kept' and the file's id, or the error code. */
async function sendPdf({ cookie }: Pick<Customer, 'cookie'>): Promise<string> {
  const { status, body } = await sendFile(server, cookie, {
    purpose: 'transaction-proof',
    bytes: pdf,
    name: 'slip.pdf',
  });
  return status === 200 ? `kept ${body.id}` : String(body.code);
}
const useFiles = ({ id }: Customer, many: number) =>
  owner.query(
    `insert into claimed_proofs (due_id, file_id, user_id)
       select gen_random_uuid(), id, user_id from files where user_id = $1 order by id limit $2`,
    [id, many],
  );
async function insertUnused(megabytes: number): Promise<void> {
  const { id } = await newCustomer(server);
  await owner.query(
    `insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, state, key_id, created_at)
       select gen_random_uuid(), $1, 'transaction-proof', 'lies/' || gen_random_uuid(), 'x', 'image/png', 1048576,
         repeat('0', 64), 'clean', 'test', now() from generate_series(1, $2)`,
    [id, megabytes],
  );
}
const expireCount = () => advanceClock(2_000);

test('unused files share a quota, and customers with a file in use get as much again', async () => {
  const [known, newcomer] = [await newCustomer(server), await newCustomer(server)];
  expect(await sendPdf(known)).toMatch(/^kept/);
  await useFiles(known, 1);
  expireCount();
  for (let file = 0; file < 5; file++) expect(await sendPdf(newcomer)).toMatch(/^kept/);
  await insertUnused(10);
  expireCount();
  expect(await sendPdf(newcomer)).toBe('documents.no_room_now');
  expect(await sendPdf(known)).toMatch(/^kept/);
  const figures = async () => {
    const { value } = await fetchScrape(port);
    return [value('cryptocommerce_files_unused_bytes') ?? 0, value('cryptocommerce_files_unused_allowed_bytes')];
  };
  await expect.poll(async () => (await figures())[0], { timeout: 35_000 }).toBeGreaterThan(10 * 1024 * 1024);
  expect((await figures())[1]).toBe(10 * 1024 * 1024);
  await insertUnused(10);
  expireCount();
  expect(await sendPdf(known)).toBe('documents.no_room_now');
  await owner.query(`insert into claimed_proofs (due_id, file_id, user_id)
    select gen_random_uuid(), id, user_id from files where path like 'lies/%'`);
  expireCount();
  expect(await sendPdf(newcomer)).toMatch(/^kept/);
});

test('a new account sends its first five files where others filled the quota', async () => {
  await owner.query(`delete from claimed_proofs`);
  await owner.query(`delete from files`);
  await insertUnused(10);
  expireCount();
  const newcomer = await newCustomer(server);
  for (let file = 0; file < 5; file++) expect(await sendPdf(newcomer)).toMatch(/^kept/);
  expect(await sendPdf(newcomer)).toBe('documents.no_room_now');
  await insertUnused(10);
  expireCount();
  expect(await sendPdf(await newCustomer(server))).toBe('documents.no_room_now');
});
