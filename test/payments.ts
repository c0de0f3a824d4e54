import { randomBytes, randomUUID } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { jamaicaDay } from '../src/kernel/calendar.ts';
import { timeOf, upload } from './orders.ts';
import type { TestServer } from './worker.ts';

type Answer = { paymentId: string; code?: string };

/** Asks for a month of a plan, as the dialog does. */
export const subscribe = (server: TestServer, cookie: string, wishes: object = {}) =>
  server.call<Answer>(
    'subscriptions/subscribe',
    { key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000, ...wishes },
    cookie,
  );

/** The same, with a proof uploaded: its id. */
export async function claimedPlan(server: TestServer, cookie: string, wishes: object = {}): Promise<string> {
  const { body } = await subscribe(server, cookie, wishes);
  const { body: file } = await upload(server, cookie, 'subscription-proof');
  const claimed = await server.call('payments/claim', { paymentId: body.paymentId, proofFile: file.id }, cookie);
  if (claimed.status !== 200) throw new Error(`not claimed: ${JSON.stringify(claimed.body)}`);
  return body.paymentId;
}

/** What the desk types of a bank line. */
export const bankLine = (paymentId: string, wishes: object = {}) => ({
  paymentId,
  reference: `LINE ${paymentId.slice(-12)}`,
  amount: '6000',
  movedOn: jamaicaDay(new Date()),
  movedTime: '',
  payerBank: 'Demo Bank of Jamaica',
  payerAccount: '404512345',
  payerHolder: 'Ina Brown',
  note: '',
  ...wishes,
});

/** What the dialog of a payment in Mahoni sends. */
export const mahoniFields = (wishes: object = {}) => ({
  senderAddress: solanaAddress(),
  walletType: 'phantom',
  otherWallet: '',
  transactionHash: '',
  ...wishes,
});

/** A sound address, and a transaction, of nobody else. */
export const solanaAddress = (): string => base58.encode(ed25519.getPublicKey(randomBytes(32)));
export const solanaHash = (): string => {
  const hash = base58.encode(randomBytes(64));
  return hash.length >= 86 ? hash : solanaHash();
};

/** A month of the personal plan in Mahoni, claimed: its id, the wallet that was named, and what is due. */
export async function claimedInMahoni(server: TestServer, cookie: string, wishes: object = {}) {
  const { body } = await subscribe(server, cookie, { method: 'crypto' });
  const { body: file } = await upload(server, cookie, 'subscription-proof');
  const fields = { ...mahoniFields(wishes), paymentId: body.paymentId, proofFile: file.id };
  const claimed = await server.call('payments/claimMahoni', fields, cookie);
  if (claimed.status !== 200) throw new Error(`not claimed: ${JSON.stringify(claimed.body)}`);
  const { paymentId } = body;
  return { paymentId, senderAddress: fields.senderAddress, amount: await mahoniOf(server, paymentId) };
}

/** What is due for a payment in Mahoni. */
export async function mahoniOf({ owner }: TestServer, paymentId: string): Promise<string> {
  const { rows } = await owner.query<{ due: string }>(
    'select coin_amount::numeric(38, 6)::text due from payments where id = $1',
    [paymentId],
  );
  return rows[0]?.due ?? '';
}

type InMahoni = { readonly paymentId: string; readonly senderAddress: string; readonly amount: string };

/** What the desk types of a block of now. */
export const chainLine = ({ paymentId, senderAddress, amount }: InMahoni, wishes: object = {}) => ({
  paymentId,
  reference: solanaHash(),
  amount,
  movedOn: jamaicaDay(new Date()),
  movedTime: timeOf(new Date()),
  senderAddress,
  note: '',
  ...wishes,
});
