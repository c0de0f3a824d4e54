import { expect, test } from 'vitest';
import { sessionFor } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { owner } = server;
const [cookie, other] = [await sessionFor(server, 'tier1'), await sessionFor(server, 'tier2')];
const consent = (allow: boolean, by = cookie) => server.call('location/consent', { allow }, by);
const lines = async () => (await owner.query(`select from audit_log where action = 'location.consent'`)).rowCount ?? 0;

test('an answer that was given already leaves no line, and changes of mind come to an end', async () => {
  await consent(true);
  const before = await lines();
  for (let n = 0; n < 5; n++) expect((await consent(false)).status).toBe(200);
  expect(await lines()).toBe(before + 1);
  for (let n = 0; n < 5; n++) expect((await consent(true)).status).toBe(200);
  expect(await lines()).toBe(before + 2);
  let changed = 0;
  while (changed < 100 && (await consent(changed % 2 === 1)).status === 200) changed++;
  // Seven of the sixty were spent above: each yes looks where they are, said again too.
  expect(changed).toBe(60 - 7);
  expect(await consent(changed % 2 === 1)).toMatchObject({ status: 429, body: { code: 'general.busy' } });
  expect((await consent(changed % 2 === 1, other)).status).toBe(200);
});
