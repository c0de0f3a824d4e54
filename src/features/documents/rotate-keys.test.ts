import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bankPdf } from '../../../test/files/good-files.ts';
import { read, send } from '../../../test/files/uploads.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { asSystem } from '../../platform/database.ts';
import { readKeyRing } from '../../platform/files/key-ring.ts';
import { rotateKeys, sealPlain } from './rotate-keys.ts';

const [old, fresh] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const server = await serverUnderTest({ FILE_KEYS: `2026a:${old}` });
const { owner, services } = server;
const mine = await sessionFor(server, 'tier2');
const pdf = await bankPdf();

const ring = readKeyRing(`2026b:${fresh},2026a:${old}`);
if (!ring) throw new Error('a ring of two random keys is one');
const renewed = { ...services.files, keys: ring };
const rotate = () => rotateKeys(services.pool, renewed);
type Row = { key: string; path: string };
const rowOf = async (id: string) =>
  (await owner.query<Row>('select key_id "key", path from files where id = $1', [id])).rows[0];
const diskPath = async (id: string) => join(services.config.dataDir, 'files', (await rowOf(id))?.path ?? '');

test('a new key takes over every paper; twice changes nothing more; without the old key all still open', async () => {
  const { body } = await send(server, mine, { purpose: 'kyc-id', bytes: pdf });
  const proof = await send(server, mine, { purpose: 'transaction-proof', bytes: pdf });
  const before = readFileSync(await diskPath(body.id));
  expect(readFileSync(await diskPath(proof.body.id)).includes('%PDF')).toBe(false);
  expect(await rotate()).toEqual({ renewed: 2, failed: [] });
  for (const { id } of [body, proof.body]) expect((await rowOf(id))?.key).toBe('2026b');
  expect(readFileSync(await diskPath(body.id)).equals(before)).toBe(false);
  expect(await rotate()).toEqual({ renewed: 0, failed: [] });

  const alone = readKeyRing(`2026b:${fresh}`);
  Object.assign(services.files, { keys: alone });
  expect((await read(server, mine, body.id)).bytes.equals(pdf)).toBe(true);
  Object.assign(services.files, { keys: readKeyRing(`2026a:${old}`) });
});

test('a paper that was damaged on the disk is named, stays as it is, and the others are renewed', async () => {
  const damaged = await send(server, mine, { purpose: 'kyc-id', bytes: pdf });
  const sound = await send(server, mine, { purpose: 'kyc-trn', bytes: pdf });
  const path = await diskPath(damaged.body.id);
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
  writeFileSync(path, bytes);
  expect(await rotate()).toEqual({ renewed: 1, failed: [damaged.body.id] });
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect([(await rowOf(damaged.body.id))?.key, (await rowOf(sound.body.id))?.key]).toEqual(['2026a', '2026b']);
});

test('a proof that an older version left in the open can be read, is sealed by a job, and read again', async () => {
  const { body } = await send(server, mine, { purpose: 'transaction-proof', bytes: pdf });
  const path = await diskPath(body.id);
  const sealed = readFileSync(path);
  const leaveOpen = () => owner.query('update files set key_id = null where id = $1', [body.id]);
  await leaveOpen();
  writeFileSync(path, pdf);
  expect((await read(server, mine, body.id)).bytes.equals(pdf)).toBe(true);
  await sealPlain(services);
  expect(readFileSync(path).includes('%PDF')).toBe(false);
  expect([(await rowOf(body.id))?.key, (await read(server, mine, body.id)).bytes.equals(pdf)]).toEqual(['2026a', true]);

  // Broken off between the bytes and their row.
  writeFileSync(path, sealed);
  await leaveOpen();
  expect((await read(server, mine, body.id)).bytes.equals(pdf)).toBe(true);
  await sealPlain(services);
  expect([(await rowOf(body.id))?.key, (await read(server, mine, body.id)).bytes.equals(pdf)]).toEqual(['2026a', true]);
});

test('the database takes nothing in the open', async () => {
  const { body } = await send(server, mine, { purpose: 'source-of-funds', bytes: pdf });
  const insert = (keyId: string | null) =>
    asSystem(services.pool, (tx) =>
      sql`insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, state, key_id)
        select gen_random_uuid(), user_id, purpose, ${String(keyId)}, name, mime, bytes, sha256, state, ${keyId}
          from files where id = ${body.id}`.execute(tx),
    );
  await expect(insert(null)).rejects.toThrow('row-level security');
});
