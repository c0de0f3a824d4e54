import { expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

const server = await serverWithoutFaults({ GEO_DEMO_ADDRESS: '72.27.0.1' });
type Own = { hidden: boolean; place: { provider: string | null } | null };

async function seenFrom(remoteAddress: string): Promise<Own> {
  const cookie = await createSession(server, 'tier1');
  const call = async (path: string, input?: unknown) => {
    const headers = { 'content-type': 'application/json', cookie };
    const url = `/api/rpc/location/${path}`;
    const payload = JSON.stringify({ json: input });
    return (await server.app.inject({ method: 'POST', url, remoteAddress, headers, payload })).json().json as Own;
  };
  await call('consent', { allow: true });
  return call('own');
}

test.each([
  ['a known VPN', '2.26.157.9', 'VPN service'],
  ['a known VPN over IPv6', '2001:978:2305::1', 'VPN service'],
  ['a datacenter', '8.8.8.8', 'Datacenter or hosting'],
  ['a datacenter over IPv6', '2607:f8b0:4004:800::200e', 'Datacenter or hosting'],
])('%s causes a warning without any setting', async (_, address, provider) => {
  expect(await seenFrom(address)).toMatchObject({ hidden: true, place: { provider } });
});

test.each([
  ['a home in Kingston', '72.27.0.1', null],
  ['a home in Montego Bay', '63.143.64.1', null],
  ['the demo on one machine', '127.0.0.1', null],
  ['a relay that many phones use by themselves', '104.28.28.1', 'Apple Private Relay'],
])('%s causes no warning', async (_, address, provider) => {
  expect(await seenFrom(address)).toMatchObject({ hidden: false, place: { provider } });
});
