import { createServer, type ServerResponse } from 'node:http';

/** What a scrape is answered with. */
export type Scraped = { readonly type: string; readonly text: string };

type Where = { readonly port: number; readonly host: string };

/** Scrapers of one machine or network; whoever else finds the port gets no line. */
const scrapers = 20;

/**
 * Serves metrics at a port of their own and nothing else there: where people come there is no such address. Answers how
 * to close it.
 */
export async function openScrapePort(
  { port, host }: Where,
  scrape: () => Promise<Scraped>,
): Promise<() => Promise<void>> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    // The body, if somebody sends one, is nobody's to read.
    request.resume();
    // Compared and not taken apart: an address that cannot be read must not end the process.
    if (request.url?.split('?')[0] !== '/metrics') return say(response, 404);
    if (request.method !== 'GET') return say(response, 405);
    scrape().then(
      ({ type, text }) => response.setHeader('content-type', type).end(text),
      () => say(response, 500),
    );
  });
  server.maxConnections = scrapers;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
}

const say = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
};
