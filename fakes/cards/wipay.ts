import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Merchant = { readonly account: string; readonly apiKey: string; readonly environment: 'sandbox' | 'live' };

const requiredFields = [
  ...['account_number', 'country_code', 'currency', 'environment', 'fee_structure', 'method', 'order_id', 'origin'],
  ...['response_url', 'total'],
];
const namePattern = /^[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?$/;

function findFault(
  form: URLSearchParams,
  { account, environment }: Merchant,
  usedOrderIds: Set<string>,
): string | null {
  const field = (name: string) => form.get(name) ?? '';
  const missing = requiredFields.find((name) => field(name) === '');
  if (missing) return `${missing} is missing`;
  if (field('account_number') !== account || field('environment') !== environment) return 'unknown account';
  if (field('country_code') !== 'JM' || !['JMD', 'USD'].includes(field('currency'))) return 'wrong currency';
  if (!['customer_pay', 'merchant_absorb', 'split'].includes(field('fee_structure'))) return 'wrong fee structure';
  if (!['credit_card', 'credit_card_co'].includes(field('method'))) return 'wrong method';
  // First Global Bank accepts at most 16 characters.
  if (field('order_id').length > 16 || !namePattern.test(field('order_id'))) return 'wrong order_id';
  if (usedOrderIds.has(field('order_id'))) return 'order_id was used';
  if (field('origin').length > 32 || !namePattern.test(field('origin'))) return 'wrong origin';
  if (field('response_url').length > 255 || !URL.canParse(field('response_url'))) return 'wrong response_url';
  return /^\d+\.\d{2}$/.test(field('total')) ? null : 'wrong total';
}

/** Starts a fake WiPay Jamaica with the checks of its documentation. */
export async function startFakeWipay(merchant: Merchant) {
  const pages = new Map<string, URLSearchParams>();
  const usedOrderIds = new Set<string>();
  let mode: 'ok' | 'failing' | 'garbage' = 'ok';
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    const isFormBody = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const reason =
      request.method === 'POST' && isFormBody && request.headers.accept === 'application/json'
        ? findFault(form, merchant, usedOrderIds)
        : 'not a request';
    response.setHeader('content-type', 'application/json');
    if (mode === 'garbage') return void response.end('<html>Sorry');
    if (mode === 'failing') return void response.writeHead(503).end('{}');
    if (reason)
      return void response.writeHead(400).end(JSON.stringify({ message: reason, url: form.get('response_url') }));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page/${form.get('order_id')}`;
    usedOrderIds.add(form.get('order_id') ?? '');
    pages.set(url, form);
    return void response.end(JSON.stringify({ url, message: 'OK', transaction_id: 'x' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  /** Returns the URL to which the browser returns after paying. `shownTotal` is a total with a card fee. */
  function completePayment(
    url: string,
    { isApproved = true, shownTotal }: { isApproved?: boolean; shownTotal?: string } = {},
  ): URL {
    const form = pages.get(url);
    if (!form) throw new Error('no such page');
    const [order, total] = [form.get('order_id') ?? '', form.get('total') ?? ''];
    const id = `${merchant.environment === 'sandbox' ? 'SB-' : ''}12-1-${order}-20261123024001`;
    const returnUrl = new URL(form.get('response_url') ?? '');
    const result = {
      status: isApproved ? 'success' : 'failed',
      transaction_id: id,
      order_id: order,
      total: shownTotal ?? total,
      currency: form.get('currency') ?? '',
      message: isApproved ? '[1-R1]: Transaction is approved.' : '[2-R5]: Declined',
      card: 'XXXXXXXXXXXX1111',
      customer_name: 'Ina Brown',
      ...(isApproved && { hash: createHash('md5').update(`${id}${total}${merchant.apiKey}`).digest('hex') }),
    };
    for (const [name, value] of Object.entries(result)) returnUrl.searchParams.set(name, value);
    return returnUrl;
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/plugins/payments/request`,
    pays: completePayment,
    setMode: (next: typeof mode) => {
      mode = next;
    },
    stop: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}
