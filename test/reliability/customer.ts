import { randomUUID } from 'node:crypto';
import { demoPassword } from '../../fakes/people.ts';
import { bitcoinAddress } from '../orders.ts';

export type Reply<T = Record<string, unknown>> = { status: number; body: T; cookie: string; cookies: string[] };

type Session = string | { readonly origin: string; readonly cookie: string };

/** Calls a command like a browser. Returns any response; throws when none arrives. */
export async function call<T = Record<string, unknown>>(
  session: Session,
  path: string,
  input?: unknown,
): Promise<Reply<T>> {
  const { origin, cookie } = typeof session === 'string' ? { origin: session, cookie: '' } : session;
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

export async function signInDemoUser(origin: string, name: string): Promise<string> {
  const { status, body, cookie } = await call(origin, 'accounts/signIn', {
    email: `${name}@demo.test`,
    password: demoPassword,
  });
  if (status !== 200) throw new Error(`${name} could not sign in: ${JSON.stringify(body)}`);
  return cookie;
}

export const requestQuote = (origin: string, cookie: string, amount = '2000') =>
  call<{ id: string; code?: string }>({ origin, cookie }, 'trading/quoteBuy', {
    symbol: 'BTC',
    currency: 'JMD',
    network: 'bitcoin',
    amount,
  });

export const buildOrder = (quoteId: string) => ({
  key: randomUUID(),
  quoteId,
  network: 'bitcoin',
  walletAddress: bitcoinAddress,
  destinationTag: '',
  sourceOfFunds: null,
  sourceOfFundsFile: null,
  another: true,
});
export type OrderRequest = ReturnType<typeof buildOrder>;

export const placeOrder = (origin: string, cookie: string, request: OrderRequest) =>
  call<{ orderId: string; reference: string; code?: string; data?: { reference?: string } }>(
    { origin, cookie },
    'trading/placeBuyOrder',
    request,
  );

export const buildSignUpForm = (email: string) => ({
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
