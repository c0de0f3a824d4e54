import { createORPCClient, isDefinedError, safe } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { os } from '@orpc/server';
import Fastify from 'fastify';
import { createElement, type ReactNode, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub, Scripts, UNSAFE_FrameworkContext } from 'react-router';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createRpcHandler, OrpcSerializer, serializedTypes } from '../src/platform/http/orpc-internals.ts';
import { RpcSerializer } from '../src/platform/http/rpc-serializer.ts';
import { type Build, useBuild } from '../src/ui/react-router-internals.ts';
import { getDefinition } from './security/commands.ts';

/** Undocumented behaviour of oRPC and React Router that the product relies on. Check it when updating them. */
const moment = new Date('2026-11-22T20:00:00Z');
const EchoInput = z.strictObject({ at: z.date(), coins: z.string() });
const echo = os
  .$meta<{ readonly permission?: string }>({})
  .meta({ permission: 'echo' })
  .errors({ 'a.refused': { status: 422, data: z.object({ why: z.string() }) } })
  .input(EchoInput)
  .handler(({ input, errors }) => {
    if (input.coins === '0') throw errors['a.refused']({ data: { why: 'nothing' } });
    return { at: input.at, coins: BigInt(input.coins), list: [{ none: null }] };
  });
const api = { samples: { echo } };

const app = Fastify();
const rpc = createRpcHandler(api, new RpcSerializer());
app.post('/api/rpc/*', async (request, reply) => {
  const { matched } = await rpc.handle(request, reply, { prefix: '/api/rpc', context: {} as never });
  return matched ? reply : reply.callNotFound();
});
afterAll(() => app.close());

const link = new RPCLink({
  url: 'http://ours.test/api/rpc',
  fetch: async (request) => {
    const { pathname } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const answer = await app.inject({ method: 'POST', url: pathname, headers, payload: await request.text() });
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': 'application/json' } });
  },
});
type Client = { samples: { echo(input: object): Promise<unknown>; missing(): Promise<unknown> } };
const client = createORPCClient<Client>(link);

test('the library client and our server read each other’s wire format', async () => {
  expect(await client.samples.echo({ at: moment, coins: '12' })).toEqual({
    at: moment,
    coins: 12n,
    list: [{ none: null }],
  });
});

test('a refusal keeps code, status and data; so do invalid input and an unknown command', async () => {
  const { error } = await safe(client.samples.echo({ at: moment, coins: '0' }));
  expect(isDefinedError(error as Error)).toBe(true);
  expect(error).toMatchObject({ code: 'a.refused', status: 422, data: { why: 'nothing' } });
  const invalid = await safe(client.samples.echo({ at: 'noon', coins: '1' }));
  expect(invalid.error).toMatchObject({ code: 'BAD_REQUEST', data: { issues: [{ path: ['at'] }] } });
  expect((await safe(client.samples.missing())).error).toMatchObject({ status: 404 });
});

test('the library marks dates and large numbers with these types and their paths', () => {
  const [json, typeNotes] = new OrpcSerializer().serialize({ a: [moment], b: 1n });
  expect(json).toEqual({ a: [moment.toISOString()], b: '1' });
  expect(typeNotes).toEqual([
    [serializedTypes.DATE, 'a', 0],
    [serializedTypes.BIGINT, 'b'],
  ]);
  expect(new OrpcSerializer().deserialize(json, typeNotes)).toEqual({ a: [moment], b: 1n });
});

test('a procedure has its input schema and its permission', () => {
  expect(getDefinition(echo)).toMatchObject({ meta: { permission: 'echo' }, inputSchema: EchoInput });
});

const files = { module: '/assets/entry.js', imports: ['/assets/first.js', '/assets/second.js'] };

function Built({ children }: { children?: ReactNode }) {
  const framework = useContext(UNSAFE_FrameworkContext);
  if (!framework) throw new Error('the build wrote no framework script');
  const value = { ...framework, manifest: { ...framework.manifest, url: '/assets/manifest.js', entry: files } };
  return createElement(UNSAFE_FrameworkContext.Provider, { value }, children);
}

test('a rendered page knows its build; without a build it knows none', () => {
  const probe: (Build | null)[] = [];
  const BuildProbe = () => void probe.push(useBuild());
  const Page = createRoutesStub([
    { path: '/', Component: () => createElement(Built, null, createElement(BuildProbe), createElement(Scripts)) },
  ]);
  const html = renderToString(createElement(Page));
  renderToString(createElement(BuildProbe));
  const fileNames = [files.module, ...files.imports];
  expect(probe).toEqual([{ entry: files.module, files: fileNames, reload: undefined, shell: false }, null]);
  // React Router preloads the same files.
  for (const file of fileNames) expect(html).toContain(`rel="modulepreload" href="${file}"`);
});
