import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { fillSlots, type Slots } from '../../src/platform/pages/pages.ts';

/** Buffers the response body and sends the result of `finish` instead. */
function transformBody(response: ServerResponse, finish: (html: string) => Promise<string>): void {
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

/** Adds to Vite's pages the data that the server adds to built pages. `server` is the URL of the server. */
export const fillPages = (server: string): Plugin => ({
  name: 'fill-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (!request.headers.accept?.includes('text/html') || request.url?.startsWith('/dev/')) return next();
      const about = `${server}/dev/slots?path=${encodeURIComponent(request.url?.split('?')[0] ?? '/')}`;
      transformBody(response, async (html) => {
        const answer = await fetch(about, { headers: { cookie: request.headers.cookie ?? '' } }).catch(() => null);
        return answer?.ok ? fillSlots(html, (await answer.json()) as Slots) : html;
      });
      next();
    });
  },
});
