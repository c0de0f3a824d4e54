import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';

/** A database of its own on the test server, `demo` with the demo's people or `empty`. Gone when the file is over. */
export async function freshDatabase(kind: 'demo' | 'empty') {
  const base = process.env['TEST_SERVER'];
  if (!base) throw new Error('test/database.ts has not run');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  const template = kind === 'demo' ? 'template_test' : 'template0';
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  const url = base.replace(/\/postgres$/, `/${name}`);
  const owner = new pg.Pool({ connectionString: url, max: 2 });
  // Dropping the database may end a connection that was about to end by itself.
  owner.on('error', () => undefined);
  afterAll(async () => {
    await owner.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  /** The same database as seen through another port. */
  const through = (port: number) => url.replace(/:\d+\//, `:${port}/`);
  return { url, owner, port: Number(new URL(url).port), through };
}
