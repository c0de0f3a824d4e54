import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../../kernel/uuid.ts';
import { type Db, withUser, withUserSerial } from '../../../platform/database/database.ts';
import { getQueueKeys } from '../../../platform/http/client-network.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { credentialsOf } from '../../../platform/http/session.ts';
import type { RequestCredentials } from '../../../platform/http/session-user.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { logExport } from '../../../platform/observability/security-events.ts';
import { loadPaymentReceipt } from '../../payments/load-receipt.ts';
import type { FulfilmentByProduct } from '../../payments/move-payment.ts';
import { findPaymentsBetween, type Payment } from '../../payments/store.ts';
import { receiptPdfInWorker } from '../../receipts/receipt-worker.ts';
import type { CsvRefusal } from '../history-csv-messages.ts';
import { refuse } from '../messages.ts';
import { findOrdersBetween } from '../order/history-store.ts';
import type { Order } from '../order/order-row.ts';
import { csvHead, formatOrderRows, formatPaymentRows } from './history-csv.ts';
import { type Period, parsePeriod } from './history-csv-period.ts';
import { readReceipt } from './receipt.ts';
import { issueStatement } from './statement.ts';
import { parseStatementYear } from './year-statement.ts';

type ExportRequest = { services: Services; request: FastifyRequest; reply: FastifyReply };
type ReceiptSource = { readonly file: string; readonly payables: FulfilmentByProduct };

export function mountTradingExports(app: FastifyInstance, services: Services, payables: FulfilmentByProduct): void {
  app.get<{ Params: { file: string } }>('/api/receipts/:file', (request, reply) =>
    sendReceipt({ services, request, reply }, { file: request.params.file, payables }),
  );
  app.get<{ Params: { file: string } }>('/api/year-statements/:file', (request, reply) =>
    sendStatement({ services, request, reply }, request.params.file),
  );
  app.get<{ Querystring: { from?: string; until?: string } }>('/api/transactions.csv', (request, reply) =>
    sendHistory({ services, request, reply }, parsePeriod(request.query.from, request.query.until)),
  );
}

const getCredentials = ({ services, request }: ExportRequest): RequestCredentials =>
  credentialsOf(request, services.config);

const asDownload = (reply: FastifyReply, name: string): FastifyReply =>
  reply.headers({
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${name}"`,
  });

async function sendReceipt(input: ExportRequest, { file, payables }: ReceiptSource) {
  const { services, reply } = input;
  const id = file.replace(/\.pdf$/, '');
  if (id === file || !isUuid(id)) return refuse('trading.order_not_found', {});
  const now = services.clock();
  const found = await withUser(services.pool, getCredentials(input), async (tx, person) => {
    checkRateLimit(services, 'receipt', person.id);
    const receiptQuery = { now, requestId: input.request.id };
    const receipt =
      (await readReceipt(tx, person, { ...receiptQuery, orderId: id })) ??
      (await loadPaymentReceipt(tx, person, { ...receiptQuery, paymentId: id, payables }));
    return receipt && { receipt, queueKeys: getQueueKeys(input.request.ip, person.id) };
  });
  if (!found) return refuse('accounts.sign_in_required', {});
  if (!found.value) return refuse('trading.order_not_found', {});
  const { receipt, queueKeys } = found.value;
  const bytes = await receiptPdfInWorker(queueKeys, { receipt, now });
  return asDownload(reply, `receipt-${receipt.reference}.pdf`).type('application/pdf').send(bytes);
}

/** Serial, so that two downloads of one year have the same code. */
async function sendStatement(input: ExportRequest, file: string) {
  const { services, request, reply } = input;
  const now = services.clock();
  const found = await withUserSerial(services.pool, getCredentials(input), async (tx, userPromise) => {
    const person = await userPromise;
    checkRateLimit(services, 'receipt', person.id);
    const period = parseStatementYear(file.replace(/\.pdf$/, ''), now);
    if (typeof period === 'string') return refuse(period, {});
    const receipt = await issueStatement(tx, person, {
      period,
      now,
      requestId: request.id,
      origin: services.config.origin,
    });
    logExport(services, request, { event: 'statement.exported', email: person.email });
    return { receipt, queueKeys: getQueueKeys(request.ip, person.id) };
  });
  if (!found) return refuse('accounts.sign_in_required', {});
  const { receipt, queueKeys } = found.value;
  const bytes = await receiptPdfInWorker(queueKeys, { receipt, now });
  return asDownload(reply, `year-statement-${receipt.reference}.pdf`).type('application/pdf').send(bytes);
}

type PageReader<T> = (tx: Db, userId: string, span: Period & { readonly after: string | null }) => Promise<T[]>;

async function loadPage<T>(
  input: ExportRequest,
  read: PageReader<T>,
  span: Parameters<PageReader<T>>[2],
): Promise<T[] | null> {
  const page = await withUser(input.services.pool, getCredentials(input), (tx, person) => read(tx, person.id, span));
  return page ? page.value : null;
}

/** Reads each page in a short transaction, so that a slow client does not hold a database connection. */
async function* loadPages<T extends { readonly id: string }>(
  input: ExportRequest,
  read: PageReader<T>,
  period: Period,
) {
  for (let after: string | null = null; ; ) {
    const page: T[] | null = await loadPage(input, read, { ...period, after });
    // Breaks the connection, because a truncated file must not look complete.
    if (!page) throw new Error('the session ended while a file was being sent');
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}

async function* generateCsv(input: ExportRequest, period: Period): AsyncGenerator<string> {
  yield csvHead();
  for await (const page of loadPages<Order>(input, findOrdersBetween, period)) yield formatOrderRows(page);
  for await (const page of loadPages<Payment>(input, findPaymentsBetween, period)) yield formatPaymentRows(page);
}

async function sendHistory(input: ExportRequest, period: Period | CsvRefusal) {
  const { services, request, reply } = input;
  if (typeof period === 'string') return refuse(period, {});
  const session = await withUser(services.pool, getCredentials(input), async (_tx, person) => {
    checkRateLimit(services, 'export', person.id);
    logExport(services, request, { event: 'transactions.exported', email: person.email });
  });
  if (!session) return refuse('accounts.sign_in_required', {});
  asDownload(reply, `cryptocommerce-transactions-${period.name}.csv`).type('text/csv; charset=utf-8');
  return reply.send(Readable.from(generateCsv(input, period)));
}
