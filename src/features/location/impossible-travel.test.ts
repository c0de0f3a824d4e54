import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { Mail } from '../../platform/email/mail.ts';
import { locationJobs } from './jobs.ts';

const networks = join(mkdtempSync(join(tmpdir(), 'networks-')), 'networks.txt');
writeFileSync(networks, '51.140.0.0/16 Example Cloud Hosting\n');
const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes' };
const server = await serverUnderTest({ GEO_DEMO_ADDRESS: '', GEO_NETWORKS: networks, ...demo });
const { app, owner, services } = server;
const cookie = await createSession(server, 'tier1');
const [jamaica, london] = ['72.27.0.1', '51.140.0.1'];

const ask = (path: string, remoteAddress: string, input?: object) =>
  app.inject({
    method: 'POST',
    url: `/api/rpc/location/${path}`,
    remoteAddress,
    headers: { 'content-type': 'application/json', cookie },
    payload: JSON.stringify({ json: input }),
  });

type Working = { name: string; run: (data: never) => Promise<unknown> };
async function sent(): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = locationJobs(services, async (mail) => void mails.push(mail)) as unknown as Working[];
  const { rows } = await owner.query<{ data: never }>(
    `delete from pgboss.job where name = 'location.travelled' and state = 'created' returning data`,
  );
  for (const { data } of rows) await jobs.find(({ name }) => name === 'location.travelled')?.run(data);
  return mails;
}

test('impossible travel sends one email a day', async () => {
  await ask('consent', jamaica, { allow: true });
  expect(await sent()).toEqual([]);
  expect((await ask('detect', london)).statusCode).toBe(200);
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail?.to).toBe('tier1@demo.test');
  expect(mail?.text).toMatch(/United Kingdom.*too\s+soon\s+after.*Jamaica/s);
  await ask('detect', jamaica);
  expect(await sent()).toEqual([]);
});
