import { randomUUID } from 'node:crypto';
import { demoPassword } from '../../fakes/people.ts';
import { bitcoinAddress } from '../orders.ts';

export type Reply<T = Record<string, unknown>> = { status: number; body: T; cookie: string; cookies: string[] };

/** Where the product is; for somebody who is signed in, with their cookie. */
type Door = string | { readonly origin: string; readonly cookie: string };

/** A command over the wire, as a browser sends it. Throws only when no answer came. */
export async function call<T = Record<string, unknown>>(door: Door, path: string, input?: unknown): Promise<Reply<T>> {
  const { origin, cookie } = typeof door === 'string' ? { origin: door, cookie: '' } : door;
  const answer = await fetch(`${origin}/api/rpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ json: input }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  const read = (text === '' ? {} : JSON.parse(text)) as { json?: unknown };
  const cookies = answer.headers.getSetCookie();
  const sent = cookies.map((line) => line.split(';')[0]).join('; ');
  return { status: answer.status, body: (read.json ?? read) as T, cookie: sent, cookies };
}

/** The cookie of one of the demo's people. */
export async function signedIn(origin: string, name: string): Promise<string> {
  const { status, body, cookie } = await call(origin, 'accounts/signIn', {
    email: `${name}@demo.test`,
    password: demoPassword,
  });
  if (status !== 200) throw new Error(`${name} could not sign in: ${JSON.stringify(body)}`);
  return cookie;
}

export const quoteOf = (origin: string, cookie: string, amount = '2000') =>
  call<{ id: string; code?: string }>({ origin, cookie }, 'trading/quoteBuy', {
    symbol: 'BTC',
    currency: 'JMD',
    network: 'bitcoin',
    amount,
  });

/** A complete request for a buy order, under a key of its own. */
export const orderFrom = (quoteId: string) => ({
  key: randomUUID(),
  quoteId,
  network: 'bitcoin',
  walletAddress: bitcoinAddress,
  destinationTag: '',
  sourceOfFunds: null,
  sourceOfFundsFile: null,
  another: true,
});
export type OrderRequest = ReturnType<typeof orderFrom>;

export const place = (origin: string, cookie: string, request: OrderRequest) =>
  call<{ orderId: string; reference: string; code?: string; data?: { reference?: string } }>(
    { origin, cookie },
    'trading/placeBuyOrder',
    request,
  );

/** A sound sign-up form for this address. */
export const signUpForm = (email: string) => ({
  email,
  password: 'Blue-Mountain-88!',
  firstName: 'Marcia',
  lastName: 'Henry',
  phoneNumber: '+18765550123',
  dateOfBirth: '1988-02-29',
  countryOfResidence: 'JM',
  nationality: 'JM',
  occupation: 'Teacher',
  isPep: false,
  agreed: true,
});
