import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createBankPdf } from '../../../test/files/good-files.ts';
import { readFileAs, sendFile } from '../../../test/files/uploads.ts';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { withSystem } from '../../platform/database/database.ts';
import { readKeyRing } from '../../platform/files/file-encryption.ts';
import { encryptPlain, rotateKeys } from './jobs.ts';

const [old, fresh] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const server = await serverUnderTest({ FILE_KEYS: `2026a:${old}` });
const { owner, services } = server;
const mine = await createSession(server, 'tier2');
const pdf = await createBankPdf();

const ring = readKeyRing(`2026b:${fresh},2026a:${old}`);
if (!ring) throw new Error('a ring of two random keys is one');
const renewed = { ...services.files, keys: ring };
const rotate = () => rotateKeys(services.pool, renewed);
type Row = { key: string; path: string };
const rowOf = async (id: string) =>
  (await owner.query<Row>('select key_id "key", path from files where id = $1', [id])).rows[0];
const diskPath = async (id: string) => join(services.config.dataDir, 'files', (await rowOf(id))?.path ?? '');

test('a new key takes over every file, twice changes nothing, and all open without the old key', async () => {
  const { body } = await sendFile(server, mine, { purpose: 'kyc-id', bytes: pdf });
  const proof = await sendFile(server, mine, { purpose: 'transaction-proof', bytes: pdf });
  const before = readFileSync(await diskPath(body.id));
  expect(readFileSync(await diskPath(proof.body.id)).includes('%PDF')).toBe(false);
  expect(await rotate()).toEqual({ reencrypted: 2, failed: [] });
  for (const { id } of [body, proof.body]) expect((await rowOf(id))?.key).toBe('2026b');
  expect(readFileSync(await diskPath(body.id)).equals(before)).toBe(false);
  expect(await rotate()).toEqual({ reencrypted: 0, failed: [] });

  const alone = readKeyRing(`2026b:${fresh}`);
  Object.assign(services.files, { keys: alone });
  expect((await readFileAs(server, mine, body.id)).bytes.equals(pdf)).toBe(true);
  Object.assign(services.files, { keys: readKeyRing(`2026a:${old}`) });
});

test('a damaged file is reported and unchanged, and the others are encrypted again', async () => {
  const damaged = await sendFile(server, mine, { purpose: 'kyc-id', bytes: pdf });
  const sound = await sendFile(server, mine, { purpose: 'kyc-trn', bytes: pdf });
  const path = await diskPath(damaged.body.id);
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
  writeFileSync(path, bytes);
  expect(await rotate()).toEqual({ reencrypted: 1, failed: [damaged.body.id] });
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect([(await rowOf(damaged.body.id))?.key, (await rowOf(sound.body.id))?.key]).toEqual(['2026a', '2026b']);
});

test('an unencrypted proof of an older version is readable, then encrypted by a job', async () => {
  const { body } = await sendFile(server, mine, { purpose: 'transaction-proof', bytes: pdf });
  const path = await diskPath(body.id);
  const sealed = readFileSync(path);
  const leaveOpen = () => owner.query('update files set key_id = null where id = $1', [body.id]);
  await leaveOpen();
  writeFileSync(path, pdf);
  expect((await readFileAs(server, mine, body.id)).bytes.equals(pdf)).toBe(true);
  await encryptPlain(services);
  expect(readFileSync(path).includes('%PDF')).toBe(false);
  expect([(await rowOf(body.id))?.key, (await readFileAs(server, mine, body.id)).bytes.equals(pdf)]).toEqual([
    '2026a',
    true,
  ]);

  // Simulates a crash between writing the bytes and updating the row.
  writeFileSync(path, sealed);
  await leaveOpen();
  expect((await readFileAs(server, mine, body.id)).bytes.equals(pdf)).toBe(true);
  await encryptPlain(services);
  expect([(await rowOf(body.id))?.key, (await readFileAs(server, mine, body.id)).bytes.equals(pdf)]).toEqual([
    '2026a',
    true,
  ]);
});

test('the database refuses unencrypted files', async () => {
  const { body } = await sendFile(server, mine, { purpose: 'source-of-funds', bytes: pdf });
  const insert = (keyId: string | null) =>
    withSystem(services.pool, (tx) =>
      sql`insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, state, key_id)
        select gen_random_uuid(), user_id, purpose, ${String(keyId)}, name, mime, bytes, sha256, state, ${keyId}
          from files where id = ${body.id}`.execute(tx),
    );
  await expect(insert(null)).rejects.toThrow('row-level security');
});
