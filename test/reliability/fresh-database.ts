import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';

/** Creates a database on the test server, with demo data or empty. It is dropped after the test file. */
export async function createDatabase(kind: 'demo' | 'empty') {
  const base = process.env['TEST_SERVER'];
  if (!base) throw new Error('test/database.ts has not run');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  const template = kind === 'demo' ? 'template_test' : 'template0';
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  const url = base.replace(/\/postgres$/, `/${name}`);
  const owner = new pg.Pool({ connectionString: url, max: 2 });
  owner.on('error', () => undefined);
  afterAll(async () => {
    await owner.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const through = (port: number) => url.replace(/:\d+\//, `:${port}/`);
  return { url, owner, port: Number(new URL(url).port), through };
}
