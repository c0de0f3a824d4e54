import { globSync, statSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { publicScreens } from '../../src/screens.ts';
import { buildServer } from '../../src/server.ts';
import { buildWhenStale, webFolder } from '../../tools/build.ts';
import { serverWithoutFaults } from '../worker.ts';

/** Initial TCP congestion window, ten packets, in bytes. */
const initialWindowBytes = 14_600;
const headerBytes = 1_200;

await buildWhenStale();
const { services } = await serverWithoutFaults();
const app = await buildServer(services, webFolder);
afterAll(() => app.close());

const load = (url: string, encoding: 'br' | 'gzip') => app.inject({ url, headers: { 'accept-encoding': encoding } });

test.each(Object.keys(publicScreens))(
  '%s paints from the first packets, without stylesheet or script requests',
  async (path) => {
    const { rawPayload } = await load(path, 'br');
    expect(rawPayload.length).toBeLessThan(initialWindowBytes - headerBytes);
    const html = brotliDecompressSync(rawPayload).toString();
    const requested = html
      .replace(/<noscript>.*?<\/noscript>/gs, '')
      .match(/<(?:link|script|use|img)\b[^>]*?\s(?:href|src)=[^>]*>/g);
    const fetched = requested?.filter((each) => !/rel="(?:icon|canonical|manifest|apple-touch-icon)"/.test(each)) ?? [];
    // Only the font is fetched, because all styles are inline.
    expect(fetched).toEqual([expect.stringContaining('as="font"')]);
    expect(html).toMatch(/<noscript><link rel="stylesheet" href="[^"]+"\/>.*<\/noscript><\/body>/);
  },
);

test('built files are compressed during the build, not per request', async () => {
  const files = globSync('assets/**/*.*', { cwd: webFolder, exclude: ['**/*.{br,gz,woff2}'] });
  const large = files.filter((file) => {
    const found = statSync(`${webFolder}/${file}`);
    return found.isFile() && found.size > 1_024;
  });
  expect(large.length).toBeGreaterThan(100);
  const uncompressed: string[] = [];
  for (const file of large)
    for (const encoding of ['br', 'gzip'] as const) {
      const { headers } = await load(`/${file}`, encoding);
      // Responses compressed on the fly have no length.
      const hasLength = headers['content-length'] !== undefined;
      if (headers['content-encoding'] !== encoding || !hasLength) uncompressed.push(`${file} as ${encoding}`);
    }
  expect(uncompressed).toEqual([]);
});
