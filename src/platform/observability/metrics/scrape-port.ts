import { createServer, type ServerResponse } from 'node:http';

export type ScrapeResult = { readonly type: string; readonly text: string };

type ScrapeAddress = { readonly port: number; readonly host: string };

const maxConnections = 20;

/** Serves `/metrics` on its own port. Returns a function that closes the port. */
export async function openScrapePort(
  { port, host }: ScrapeAddress,
  scrape: () => Promise<ScrapeResult>,
): Promise<() => Promise<void>> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    request.resume();
    // Splits the URL, because parsing an invalid URL would throw.
    if (request.url?.split('?')[0] !== '/metrics') return sendStatus(response, 404);
    if (request.method !== 'GET') return sendStatus(response, 405);
    scrape().then(
      ({ type, text }) => response.setHeader('content-type', type).end(text),
      () => sendStatus(response, 500),
    );
  });
  server.maxConnections = maxConnections;
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

const sendStatus = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
};
