import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { demoPassword } from '../../fakes/people.ts';

/** Valid address that belongs to no demo customer. */
const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** A signed-in demo user. */
export type Visitor = {
  readonly ask: <Answer>(path: string, input?: unknown) => Promise<Answer>;
  readonly get: (path: string) => Promise<{ readonly status: number; readonly bytes: Buffer }>;
  /** Places a bitcoin buy for this amount in J$. */
  readonly buy: (amount: string) => Promise<{ readonly orderId: string; readonly reference: string }>;
  readonly upload: () => Promise<string>;
  /** Downloads a file; null when the user may not read it or it does not exist. */
  readonly read: (fileId: string) => Promise<Buffer | null>;
};

async function call(origin: string, cookie: string, { path, input }: { path: string; input: unknown }) {
  const answer = await fetch(`${origin}/api/rpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ json: input }),
  });
  const body = ((await answer.json()) as { json?: unknown }).json;
  return { answer, body };
}

/** A unique picture, because each can prove only one order. */
const createSlip = () =>
  sharp(Buffer.from(randomUUID() + randomUUID().slice(0, 12)), { raw: { width: 4, height: 4, channels: 3 } })
    .png()
    .toBuffer();

export async function visitor(origin: string, name: string): Promise<Visitor> {
  const credentials = { email: `${name}@demo.test`, password: demoPassword };
  const { answer: came, body } = await call(origin, '', { path: 'accounts/signIn', input: credentials });
  if (!came.ok) throw new Error(`${name} could not sign in: ${JSON.stringify(body)}`);
  const cookie = came.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

  const ask: Visitor['ask'] = async (path, input) => {
    const { answer, body } = await call(origin, cookie, { path, input });
    if (!answer.ok) throw new Error(`${path} as ${name}: ${answer.status} ${JSON.stringify(body)}`);
    return body as never;
  };
  const get: Visitor['get'] = async (path) => {
    const answer = await fetch(`${origin}${path}`, { headers: { cookie } });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const buy: Visitor['buy'] = async (amount) => {
    const wanted = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount };
    const { id: quoteId } = await ask<{ id: string }>('trading/quoteBuy', wanted);
    const rest = { destinationTag: '', sourceOfFunds: null, sourceOfFundsFile: null, another: true };
    return ask('trading/placeBuyOrder', {
      key: randomUUID(),
      quoteId,
      network: 'bitcoin',
      walletAddress: wallet,
      ...rest,
    });
  };
  const upload = async () => {
    const answer = await fetch(`${origin}/api/files?purpose=transaction-proof`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'slip.png' },
      body: new Uint8Array(await createSlip()),
    });
    const file = (await answer.json()) as { id?: string };
    if (!file.id) throw new Error(`the upload of ${name} failed: ${answer.status} ${JSON.stringify(file)}`);
    return file.id;
  };
  const read: Visitor['read'] = async (fileId) => {
    const { answer, body } = await call(origin, cookie, { path: 'documents/link', input: { fileId } });
    if (answer.status === 404) return null;
    const { url } = body as { url?: string };
    if (!url) throw new Error(`no link to ${fileId}: ${JSON.stringify(body)}`);
    const { status, bytes } = await get(url);
    if (status !== 200) throw new Error(`${fileId} cannot be downloaded: ${status} ${bytes.toString().slice(0, 200)}`);
    return bytes;
  };
  return { ask, get, buy, upload, read };
}
