import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../../kernel/ids.ts';
import { whoseOf } from '../../../platform/connection.ts';
import { asPerson, type Db } from '../../../platform/database.ts';
import { keepPace } from '../../../platform/pace.ts';
import type { Services } from '../../../platform/procedure.ts';
import { noteTaken } from '../../../platform/security-events.ts';
import { type Comer, comerOf } from '../../../platform/session.ts';
import type { Payables } from '../../payments/move-payment.ts';
import { readPaymentReceipt } from '../../payments/receipt.ts';
import { type Payment, paymentsBetween } from '../../payments/store.ts';
import { receiptPdfApart } from '../../receipts/receipt-apart.ts';
import type { CsvRefusal } from '../history-csv-messages.ts';
import { refuse } from '../messages.ts';
import { ordersBetween } from '../order/history-store.ts';
import type { Order } from '../order/order-row.ts';
import { csvHead, csvLines, paymentCsvLines } from './history-csv.ts';
import { type Period, readPeriod } from './history-csv-period.ts';
import { readReceipt } from './receipt.ts';

type Ask = { services: Services; request: FastifyRequest; reply: FastifyReply };
type ReceiptSource = { readonly file: string; readonly payables: Payables };

/** What people take away: a receipt of an order or a payment as an A4 PDF, and a period of both as a CSV file. */
export function mountTradingExports(app: FastifyInstance, services: Services, payables: Payables): void {
  app.get<{ Params: { file: string } }>('/api/receipts/:file', (request, reply) =>
    sendReceipt({ services, request, reply }, { file: request.params.file, payables }),
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

async function sendReceipt(ask: Ask, { file, payables }: ReceiptSource) {
  const { services, reply } = ask;
  const id = file.replace(/\.pdf$/, '');
  if (id === file || !isUuid(id)) return refuse('trading.order_not_found', {});
  const now = services.clock();
  const found = await asPerson(services.pool, comerIn(ask), async (tx, person) => {
    keepPace(services, 'receipt', person.id);
    const asked = { now, requestId: ask.request.id };
    const receipt =
      (await readReceipt(tx, person, { ...asked, orderId: id })) ??
      (await readPaymentReceipt(tx, person, { ...asked, paymentId: id, payables }));
    return receipt && { receipt, whose: whoseOf(ask.request.ip, person.id) };
  });
  if (!found) return refuse('accounts.sign_in_required', {});
  if (!found.value) return refuse('trading.order_not_found', {});
  const { receipt, whose } = found.value;
  const bytes = await receiptPdfApart(whose, { receipt, now });
  return asFile(reply, `receipt-${receipt.reference}.pdf`).type('application/pdf').send(bytes);
}

type Reading<T> = (tx: Db, userId: string, span: Period & { readonly after: string | null }) => Promise<T[]>;

/** The next 500 of whoever asks; null when the session is over. */
async function pageOf<T>(ask: Ask, read: Reading<T>, span: Parameters<Reading<T>>[2]): Promise<T[] | null> {
  const page = await asPerson(ask.services.pool, comerIn(ask), (tx, person) => read(tx, person.id, span));
  return page ? page.value : null;
}

/** All of one kind page by page, a short transaction for each: a slow reader holds no connection. */
async function* pagesOf<T extends { readonly id: string }>(ask: Ask, read: Reading<T>, period: Period) {
  for (let after: string | null = null; ; ) {
    const page: T[] | null = await pageOf(ask, read, { ...period, after });
    // Half a file must not look like a whole one: the connection breaks and the browser says so.
    if (!page) throw new Error('the session ended while a file was being sent');
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}

/** The file piece by piece: the orders of the period, then what else was paid for. */
async function* piecesOf(ask: Ask, period: Period): AsyncGenerator<string> {
  yield csvHead();
  for await (const page of pagesOf<Order>(ask, ordersBetween, period)) yield csvLines(page);
  for await (const page of pagesOf<Payment>(ask, paymentsBetween, period)) yield paymentCsvLines(page);
}

async function sendHistory(ask: Ask, period: Period | CsvRefusal) {
  const { services, request, reply } = ask;
  if (typeof period === 'string') return refuse(period, {});
  const isIn = await asPerson(services.pool, comerIn(ask), async (_tx, person) => {
    keepPace(services, 'export', person.id);
    noteTaken(services, request, { event: 'transactions.exported', email: person.email });
  });
  if (!isIn) return refuse('accounts.sign_in_required', {});
  asFile(reply, `cryptocommerce-transactions-${period.name}.csv`).type('text/csv; charset=utf-8');
  return reply.send(Readable.from(piecesOf(ask, period)));
}
