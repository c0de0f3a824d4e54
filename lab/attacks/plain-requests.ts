import { requestFileUrl } from '../../test/orders.ts';
import { createSession, type Scene } from '../../test/security/actors.ts';
import type { TestServer } from '../../test/worker.ts';

export type PlainRequest = {
  readonly name: string;
  readonly line: string;
  readonly head: string;
  readonly parameters: readonly string[];
};

export async function plainRequests(server: TestServer, scene: Scene): Promise<PlainRequest[]> {
  const admin = await createSession(server, 'admin');
  const owner = await createSession(server, 'tier2');
  const link = await requestFileUrl(server, owner, scene.proof);
  const orderId = await scene.order({ status: 'completed', payIn: 'received', payOut: 'sent' });
  const get = (name: string, address: string, cookie: string): PlainRequest => ({
    name,
    line: `GET ${address}`,
    head: `Cookie: ${cookie}`,
    parameters: [...address.matchAll(/\*/g)].map((_, at) => `${name} ${at}`),
  });
  const marked = link.replaceAll(/=([^&]+)/g, '=$1*').replace(scene.proof, `${scene.proof}*`);
  const heads = [
    `Cookie: ${owner}*; device=abc*; __Host-session=abc*`,
    ...['User-Agent', 'Referer', 'Accept-Language', 'X-Forwarded-For', 'X-Request-Id'].map((head) => `${head}: one*`),
    ...['If-None-Match', 'Range', 'Last-Event-ID'].map((head) => `${head}: one*`),
  ];
  return [
    get('a file', marked, owner),
    get('a receipt', `/api/receipts/${orderId}*.pdf`, owner),
    get('a table of orders', '/api/transactions.csv?from=2026-01-01*&until=2026-12-31*', owner),
    get('the log', '/api/audit.ndjson?from=1*&until=9*', admin),
    get('a certificate', '/api/certificates/01990000-0000-7000-8000-000000000000*/paper', owner),
    get('a credential', '/api/certificates/01990000-0000-7000-8000-000000000000*/credential', owner),
    get('a flyer', '/api/flyers/01990000-0000-7000-8000-000000000000*', owner),
    get('a picture', '/api/lesson-pictures/01990000-0000-7000-8000-000000000000*', admin),
    get('a calendar', '/api/workshops/01990000-0000-7000-8000-000000000000*.ics', owner),
    get('an upload', '/api/uploads/01990000-0000-7000-8000-000000000000*', owner),
    get('a word of a mail', '/api/notices/stop?token=x.plan.y*', owner),
    get(
      'a card that comes back',
      '/api/hooks/card/wipay/ABCDEFGH23456789*/0123*?transaction_id=1*&status=success*',
      owner,
    ),
    get('a mailbox', '/dev/mailbox.json?to=tier2@demo.test*', owner),
    get('open places', '/dev/slots?path=/*', owner),
    {
      name: 'heads of an answer',
      line: 'GET /api/transactions.csv?from=2026-01-01&until=2026-12-31',
      head: heads.join('\r\n'),
      parameters: heads.flatMap((head) => [...head.matchAll(/\*/g)].map((_, at) => `${head} ${at}`)),
    },
  ];
}
