import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { download } from './list-file.ts';

/** A publisher: where it sends whoever asks for an address, or null for the list itself. */
const ways: Readonly<Record<string, string>> = {
  '/moved': '/list',
  '/away': 'https://lists.test/list',
  '/open': 'http://lists.test/list',
  '/round': '/round',
};
const publisher = createServer((request, response) => {
  const to = ways[request.url ?? ''];
  if (to === undefined) return response.end('<list/>');
  return response.writeHead(302, { location: to }).end();
}).listen(0);
afterAll(() => publisher.close());
const origin = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
/** The same publisher under a name with TLS, which it has not here. */
const overTls: typeof fetch = (url, init) => fetch(String(url).replace('https://lists.test', origin), init);

test.each([`${origin}/list`, `${origin}/moved`, 'https://lists.test/moved', 'https://lists.test/away'])(
  'a list is fetched from %s, also where its publisher moved it',
  async (url) => {
    const { path, remove } = await download(url, { fetch: overTls });
    expect(readFileSync(path, 'utf8')).toBe('<list/>');
    await remove();
  },
);

test('no publisher sends us from TLS to a place without it, nor round and round', async () => {
  const from = (url: string) => download(url, { fetch: overTls });
  await expect(from('https://lists.test/open')).rejects.toThrow('a place without TLS');
  await expect(from(`${origin}/round`)).rejects.toThrow('on and on');
});
