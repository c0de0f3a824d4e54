import { expect, test } from 'vitest';
import { createKysely, openPool } from '../../src/platform/database/database.ts';
import { openDecrypted, openPrivateFiles } from '../../src/platform/files/private-files.ts';
import { serverUnderTest } from '../../test/worker.ts';
import { insertLaunch } from './launch.ts';

test('the demo has a launch with a whitepaper that waits for review', async () => {
  const server = await serverUnderTest();
  const pool = openPool({ url: server.ownerUrl, max: 1 });
  await createKysely(pool)
    .transaction()
    .execute((tx) => insertLaunch(tx, server.services.config, new Date()));
  await pool.end();
  const { rows } = await server.owner.query(
    `select l.status, f.id, f.path, f.bytes, f.key_id "keyId" from launch_submissions l
       join files f on f.id = l.whitepaper_file where l.coin_name = 'Irie Coin'`,
  );
  expect(rows).toMatchObject([{ status: 'submitted' }]);
  const bytes = await (await openDecrypted(openPrivateFiles(server.services.config), rows[0])).toArray();
  expect(Buffer.concat(bytes).subarray(0, 2).toString()).toBe('PK');
});
