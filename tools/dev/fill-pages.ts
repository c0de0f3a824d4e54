import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { fillSlots, type Slots } from '../../src/platform/pages.ts';

/** Buffers a page and sends what `finish` returns. */
function hold(response: ServerResponse, finish: (html: string) => Promise<string>): void {
  const parts: Buffer[] = [];
  const end = response.end.bind(response);
  const keep = (part: unknown) => {
    if (typeof part === 'string' || part instanceof Uint8Array) parts.push(Buffer.from(part));
    return true;
  };
  response.write = keep;
  response.end = (part?: unknown) => {
    keep(part);
    void finish(Buffer.concat(parts).toString()).then((html) => end(html));
    return response;
  };
}

/** Fills pages that Vite renders with the data that the server writes into built pages. `server` is its address. */
export const fillPages = (server: string): Plugin => ({
  name: 'fill-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (!request.headers.accept?.includes('text/html') || request.url?.startsWith('/dev/')) return next();
      const about = `${server}/dev/slots?path=${encodeURIComponent(request.url?.split('?')[0] ?? '/')}`;
      hold(response, async (html) => {
        const answer = await fetch(about, { headers: { cookie: request.headers.cookie ?? '' } }).catch(() => null);
        return answer?.ok ? fillSlots(html, (await answer.json()) as Slots) : html;
      });
      next();
    });
  },
});
