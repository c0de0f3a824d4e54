import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { download } from './list-file.ts';

const redirects: Readonly<Record<string, string>> = {
  '/moved': '/list',
  '/away': 'https://lists.test/list',
  '/open': 'http://lists.test/list',
  '/round': '/round',
};
const publisher = createServer((request, response) => {
  const target = redirects[request.url ?? ''];
  if (target === undefined) return response.end('<list/>');
  return response.writeHead(302, { location: target }).end();
}).listen(0);
afterAll(() => publisher.close());
const origin = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
const fetchOverTls: typeof fetch = (url, init) => fetch(String(url).replace('https://lists.test', origin), init);

test.each([`${origin}/list`, `${origin}/moved`, 'https://lists.test/moved', 'https://lists.test/away'])(
  'downloading %s follows redirects',
  async (url) => {
    const { path, remove } = await download(url, { fetch: fetchOverTls });
    expect(readFileSync(path, 'utf8')).toBe('<list/>');
    await remove();
  },
);

test('redirects from HTTPS to HTTP and endless redirects are refused', async () => {
  const downloadFrom = (url: string) => download(url, { fetch: fetchOverTls });
  await expect(downloadFrom('https://lists.test/open')).rejects.toThrow('an address without TLS');
  await expect(downloadFrom(`${origin}/round`)).rejects.toThrow('redirects too often');
});
