import { randomBytes, randomUUID } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { jamaicaDay } from '../src/kernel/calendar.ts';
import { formatJamaicaTime, upload } from './orders.ts';
import type { TestServer } from './worker.ts';

type StartResponse = { paymentId: string; code?: string };

export const subscribe = (server: TestServer, cookie: string, changes: object = {}) =>
  server.call<StartResponse>(
    'subscriptions/subscribe',
    { key: randomUUID(), plan: 'personal', method: 'bank_transfer', price: 6000, ...changes },
    cookie,
  );

export async function claimPlan(server: TestServer, cookie: string, changes: object = {}): Promise<string> {
  const { body } = await subscribe(server, cookie, changes);
  const { body: file } = await upload(server, cookie, 'subscription-proof');
  const response = await server.call('payments/claim', { paymentId: body.paymentId, proofFile: file.id }, cookie);
  if (response.status !== 200) throw new Error(`not claimed: ${JSON.stringify(response.body)}`);
  return body.paymentId;
}

export const buildBankReceipt = (paymentId: string, changes: object = {}) => ({
  paymentId,
  reference: `LINE ${paymentId.slice(-12)}`,
  amount: '6000',
  movedOn: jamaicaDay(new Date()),
  movedTime: '',
  payerBank: 'Demo Bank of Jamaica',
  payerAccount: '404512345',
  payerHolder: 'Ina Brown',
  note: '',
  ...changes,
});

export const mahoniFields = (changes: object = {}) => ({
  senderAddress: solanaAddress(),
  walletType: 'phantom',
  otherWallet: '',
  transactionHash: '',
  ...changes,
});

export const solanaAddress = (): string => base58.encode(ed25519.getPublicKey(randomBytes(32)));
export const solanaHash = (): string => {
  const hash = base58.encode(randomBytes(64));
  return hash.length >= 86 ? hash : solanaHash();
};

export async function claimPlanInMahoni(server: TestServer, cookie: string, changes: object = {}) {
  const { body } = await subscribe(server, cookie, { method: 'crypto' });
  const { body: file } = await upload(server, cookie, 'subscription-proof');
  const fields = { ...mahoniFields(changes), paymentId: body.paymentId, proofFile: file.id };
  const response = await server.call('payments/claimMahoni', fields, cookie);
  if (response.status !== 200) throw new Error(`not claimed: ${JSON.stringify(response.body)}`);
  const { paymentId } = body;
  return { paymentId, senderAddress: fields.senderAddress, amount: await findMahoniDue(server, paymentId) };
}

export async function findMahoniDue({ owner }: TestServer, paymentId: string): Promise<string> {
  const { rows } = await owner.query<{ due: string }>(
    'select coin_amount::numeric(38, 6)::text due from payments where id = $1',
    [paymentId],
  );
  return rows[0]?.due ?? '';
}

type InMahoni = { readonly paymentId: string; readonly senderAddress: string; readonly amount: string };

export const buildChainReceipt = ({ paymentId, senderAddress, amount }: InMahoni, changes: object = {}) => ({
  paymentId,
  reference: solanaHash(),
  amount,
  movedOn: jamaicaDay(new Date()),
  movedTime: formatJamaicaTime(new Date()),
  senderAddress,
  note: '',
  ...changes,
});
