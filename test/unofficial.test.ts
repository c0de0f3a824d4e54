import { createORPCClient, isDefinedError, safe } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { os } from '@orpc/server';
import Fastify from 'fastify';
import { createElement, type ReactNode, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub, Scripts, UNSAFE_FrameworkContext } from 'react-router';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { handlerOf, kinds, LibraryForm } from '../src/platform/unofficial.ts';
import { WireForm } from '../src/platform/wire-form.ts';
import { type Build, useBuild } from '../src/ui/unofficial.ts';
import { definitionOf } from './security/commands.ts';

/** What we count on of two libraries beyond what they promise. Who updates one of them looks here first. */
const moment = new Date('2026-11-22T20:00:00Z');
const EchoInput = z.strictObject({ at: z.date(), coins: z.string() });
const tell = os
  .$meta<{ readonly act?: string }>({})
  .meta({ act: 'told' })
  .errors({ 'a.refused': { status: 422, data: z.object({ why: z.string() }) } })
  .input(EchoInput)
  .handler(({ input, errors }) => {
    if (input.coins === '0') throw errors['a.refused']({ data: { why: 'nothing' } });
    return { at: input.at, coins: BigInt(input.coins), list: [{ none: null }] };
  });
const api = { room: { tell } };

const app = Fastify();
const rpc = handlerOf(api, new WireForm());
app.post('/api/rpc/*', async (request, reply) => {
  const { matched } = await rpc.handle(request, reply, { prefix: '/api/rpc', context: {} as never });
  return matched ? reply : reply.callNotFound();
});
afterAll(() => app.close());

/** The library's own client, as the screens have it. */
const link = new RPCLink({
  url: 'http://ours.test/api/rpc',
  fetch: async (request) => {
    const { pathname } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const answer = await app.inject({ method: 'POST', url: pathname, headers, payload: await request.text() });
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': 'application/json' } });
  },
});
type Client = { room: { tell(input: object): Promise<unknown>; nothing(): Promise<unknown> } };
const client = createORPCClient<Client>(link);

test('the client of the library reads our wire, and we read what it sends', async () => {
  expect(await client.room.tell({ at: moment, coins: '12' })).toEqual({
    at: moment,
    coins: 12n,
    list: [{ none: null }],
  });
});

test('a refusal comes over with its code, status and data; so do an unfit input and no command', async () => {
  const { error } = await safe(client.room.tell({ at: moment, coins: '0' }));
  expect(isDefinedError(error as Error)).toBe(true);
  expect(error).toMatchObject({ code: 'a.refused', status: 422, data: { why: 'nothing' } });
  const unfit = await safe(client.room.tell({ at: 'noon', coins: '1' }));
  expect(unfit.error).toMatchObject({ code: 'BAD_REQUEST', data: { issues: [{ path: ['at'] }] } });
  expect((await safe(client.room.nothing())).error).toMatchObject({ status: 404 });
});

test('the library notes moments and large numbers by these kinds, each with its way', () => {
  const [json, notes] = new LibraryForm().serialize({ a: [moment], b: 1n });
  expect(json).toEqual({ a: [moment.toISOString()], b: '1' });
  expect(notes).toEqual([
    [kinds.DATE, 'a', 0],
    [kinds.BIGINT, 'b'],
  ]);
  expect(new LibraryForm().deserialize(json, notes)).toEqual({ a: [moment], b: 1n });
});

test('a command says what it takes and which act it is', () => {
  expect(definitionOf(tell)).toMatchObject({ meta: { act: 'told' }, inputSchema: EchoInput });
});

const files = { module: '/assets/entry.js', imports: ['/assets/first.js', '/assets/second.js'] };

/** Draws inside the framework, as built of these files. */
function Built({ children }: { children?: ReactNode }) {
  const framework = useContext(UNSAFE_FrameworkContext);
  if (!framework) throw new Error('nothing was built');
  const value = { ...framework, manifest: { ...framework.manifest, url: '/assets/manifest.js', entry: files } };
  return createElement(UNSAFE_FrameworkContext.Provider, { value }, children);
}

test('a page that is drawn knows what it was built of, and a drawing without a build knows nothing', () => {
  const seen: (Build | null)[] = [];
  const Look = () => void seen.push(useBuild());
  const Page = createRoutesStub([
    { path: '/', Component: () => createElement(Built, null, createElement(Look), createElement(Scripts)) },
  ]);
  const drawn = renderToString(createElement(Page));
  renderToString(createElement(Look));
  const all = [files.module, ...files.imports];
  expect(seen).toEqual([{ entry: files.module, files: all, reload: undefined, shell: false }, null]);
  // The library itself has the browser fetch the same.
  for (const file of all) expect(drawn).toContain(`rel="modulepreload" href="${file}"`);
});
