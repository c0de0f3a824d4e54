import { expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { call, signIn } = server;
const { idOf, rowsOf } = setUpSuspicions(server);

test('taking a sanctioned name triggers a screening hit', async () => {
  const compliance = await signIn('compliance');
  const csv = 'ref,name,births,countries\nL-9,Zoltran Quistmeyer,1971-03-14,JM\n';
  expect(
    (await call('screening/importLocal', { fileName: 'l.csv', publishedOn: '2026-11-21', csv }, compliance)).status,
  ).toBe(200);
  const cookie = await createSession(server, 'visitor');
  const answer = await call(
    'accountPages/updateProfile',
    { firstName: 'Zoltran', lastName: 'Quistmeyer', dateOfBirth: '1971-03-14' },
    cookie,
  );
  expect(answer.status).toBe(200);
  const asked = await rowsOf(`select data->>'userId' who from pgboss.job where name = 'screening.names'`);
  expect(asked).toContainEqual({ who: await idOf('visitor') });
});
