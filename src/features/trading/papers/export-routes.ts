import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../../kernel/ids.ts';
import { whoseOf } from '../../../platform/connection.ts';
import { asPerson } from '../../../platform/database.ts';
import { keepPace } from '../../../platform/pace.ts';
import type { Services } from '../../../platform/procedure.ts';
import { type Comer, comerOf } from '../../../platform/session.ts';
import type { CsvRefusal } from '../history-csv-messages.ts';
import { refuse } from '../messages.ts';
import { ordersBetween } from '../order/history-store.ts';
import type { Order } from '../order/order-row.ts';
import { csvHead, csvLines } from './history-csv.ts';
import { type Period, readPeriod } from './history-csv-period.ts';
import { readReceipt } from './receipt.ts';
import { receiptPdfApart } from './receipt-apart.ts';

type Ask = { services: Services; request: FastifyRequest; reply: FastifyReply };

/** What people take away: a receipt as an A4 PDF, and their orders of a period as a CSV file. */
export function mountTradingExports(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { file: string } }>('/api/receipts/:file', (request, reply) =>
    sendReceipt({ services, request, reply }, request.params.file),
  );
  app.get<{ Querystring: { from?: string; until?: string } }>('/api/transactions.csv', (request, reply) =>
    sendHistory({ services, request, reply }, readPeriod(request.query.from, request.query.until)),
  );
}

const comerIn = ({ services, request }: Ask): Comer => comerOf(request, services.config);

/** Private, kept nowhere on the way, and saved under a name of our own. */
const asFile = (reply: FastifyReply, name: string): FastifyReply =>
  reply.headers({
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${name}"`,
  });

async function sendReceipt(ask: Ask, file: string) {
  const { services, reply } = ask;
  const orderId = file.replace(/\.pdf$/, '');
  if (orderId === file || !isUuid(orderId)) return refuse('trading.order_not_found', {});
  const now = services.clock();
  const found = await asPerson(services.pool, comerIn(ask), async (tx, person) => {
    keepPace(services, 'receipt', person.id);
    const receipt = await readReceipt(tx, person, { orderId, now, requestId: ask.request.id });
    return receipt && { receipt, whose: whoseOf(ask.request.ip, person.id) };
  });
  if (!found) return refuse('accounts.sign_in_required', {});
  if (!found.value) return refuse('trading.order_not_found', {});
  const { receipt, whose } = found.value;
  const bytes = await receiptPdfApart(whose, { receipt, now });
  return asFile(reply, `receipt-${receipt.reference}.pdf`).type('application/pdf').send(bytes);
}

/** The next 500 of one's own orders; null when the session is over. */
async function pageOf(ask: Ask, period: Period, after: string | null): Promise<Order[] | null> {
  const page = await asPerson(ask.services.pool, comerIn(ask), async (tx, person) => {
    if (after === null) keepPace(ask.services, 'export', person.id);
    return ordersBetween(tx, person.id, { from: period.from, until: period.until, after });
  });
  return page ? page.value : null;
}

/** The file piece by piece, a short transaction for each: a slow reader holds no connection. */
async function* piecesOf(ask: Ask, period: Period, first: Order[]): AsyncGenerator<string> {
  yield csvHead() + csvLines(first);
  for (let last = first.at(-1); last; ) {
    const page = await pageOf(ask, period, last.id);
    // Half a file must not look like a whole one: the connection breaks and the browser says so.
    if (!page) throw new Error('the session ended while a file was being sent');
    if (page.length > 0) yield csvLines(page);
    last = page.at(-1);
  }
}

async function sendHistory(ask: Ask, period: Period | CsvRefusal) {
  const { reply } = ask;
  if (typeof period === 'string') return refuse(period, {});
  const first = await pageOf(ask, period, null);
  if (!first) return refuse('accounts.sign_in_required', {});
  asFile(reply, `cryptocommerce-transactions-${period.name}.csv`).type('text/csv; charset=utf-8');
  return reply.send(Readable.from(piecesOf(ask, period, first)));
}
