import { expect, test } from 'vitest';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest({ GEO_DATABASE: '/nowhere/at-all.mmdb' });

test('without a data file no service is available, and consent is stored', async () => {
  const cookie = await server.signIn('tier1');
  const answer = await server.call('location/consent', { allow: true }, cookie);
  expect(answer).toMatchObject({ status: 200, body: { failure: 'location.unavailable' } });
  expect((await server.call('location/own', undefined, cookie)).body).toMatchObject({
    consent: true,
    place: null,
    failure: 'location.unavailable',
  });
  expect(await server.call('location/detect', undefined, cookie)).toMatchObject({
    status: 503,
    body: { code: 'location.unavailable' },
  });
  expect(server.faults).toEqual([]);
});
