import { randomBytes, randomUUID } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { applySetting } from '../settings.ts';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { anySession } from './outcomes.ts';

type Owner = Pick<TestServer, 'owner'>;

const address = base58.encode(ed25519.keygen().publicKey);
const buildCode = () => `A1${randomBytes(6).toString('hex').toUpperCase()}`;
const newCode = () => ({
  ...{ code: buildCode(), percent: '10', reason: 'A test', maxUses: '5' },
  ...{ startsOn: '2026-01-01', endsOn: '2099-12-31' },
});

export const discountBodies = {
  'discounts/enterCode': { code: 'SUMMER26' },
  'discounts/startProof': { walletAddress: address },
  'discounts/proveWallet': { signature: 'x' },
  'discountsDesk/checkHolding': { userId: randomUUID(), address, amount: '5', heldSince: '2026-01-01' },
  'discountsDesk/createCode': newCode(),
  'discountsDesk/endCode': { promoCodeId: randomUUID() },
};

export const discountsWithoutEntry = {
  'discounts/own': 'a query about oneself',
  'discounts/startProof': 'a text to sign; the entry of its proof contains the wallet',
  'discountsDesk/list': 'a query',
} as const;

export const discountOwners = {
  entered_codes: 'user_id',
  proven_wallets: 'user_id',
  holding_checks: 'user_id',
  order_discounts: 'user_id',
} as const;

async function insertCode({ owner }: Owner): Promise<{ id: string; code: string }> {
  const code = buildCode();
  const { rows } = await owner.query<{ id: string }>(
    `insert into promo_codes (code, percent, reason, starts_at, ends_at, max_uses, author_id, created_at)
       select $1, 10, 'A test', now() - interval '1 day', '2099-12-31', 5, id, now() from auth."user" limit 1 returning id`,
    [code],
  );
  return { id: rows[0]?.id ?? '', code };
}

async function insertWallet({ owner }: Owner, userId: string): Promise<string> {
  const wallet = base58.encode(ed25519.keygen().publicKey);
  await owner.query(
    `insert into proven_wallets (user_id, address, signed_text, signature, proven_at) values ($1, $2, 'x', 'x', now())
       on conflict (user_id) do update set address = excluded.address, signed_text = 'x', signature = 'x',
         proven_at = now()`,
    [userId, wallet],
  );
  return wallet;
}

export async function insertDiscountRows(server: Owner, userId: string): Promise<void> {
  const { id } = await insertCode(server);
  const wallet = await insertWallet(server, userId);
  const { owner } = server;
  await owner.query('insert into entered_codes (user_id, promo_code_id, entered_at) values ($1, $2, now())', [
    userId,
    id,
  ]);
  await owner.query(
    `insert into holding_checks (user_id, address, amount, held_since, checked_by, checked_at)
       values ($1, $2, 1, now(), $1, now())`,
    [userId, wallet],
  );
  await owner.query(
    `insert into order_discounts (order_id, user_id, percent, standard_fee_percent, reason, ends_at)
       select id, user_id, 10, 8, 'A test', now() from transactions where user_id = $1 limit 1`,
    [userId],
  );
}

const openDiscounts = (server: Owner) => applySetting(server, 'discounts', { state: 'open' });

const buildCheck = async (server: Owner, userId: string) => ({
  userId,
  address: await insertWallet(server, userId),
  amount: '5',
  heldSince: '2026-01-01',
});

export function buildDiscountRows(server: Owner, { ids }: Pick<Scene, 'ids'>) {
  const afterOpening = (input: () => Promise<unknown>) => async () => {
    await openDiscounts(server);
    return input();
  };
  return {
    'discounts/own': { row: anySession },
    'discounts/enterCode': {
      row: anySession,
      input: afterOpening(async () => ({ code: (await insertCode(server)).code })),
    },
    'discounts/startProof': {
      row: anySession,
      input: afterOpening(async () => discountBodies['discounts/startProof']),
    },
    'discounts/proveWallet': { row: anySession, input: async () => discountBodies['discounts/proveWallet'] },
    'discountsDesk/list': { own: 'yes' as const },
    'discountsDesk/checkHolding': { own: 'yes' as const, input: () => buildCheck(server, ids.owner) },
    'discountsDesk/createCode': { own: 'yes' as const, input: async () => newCode() },
    'discountsDesk/endCode': {
      own: 'yes' as const,
      input: async () => ({ promoCodeId: (await insertCode(server)).id }),
    },
  };
}

export function buildDiscountCommands(server: TestServer, scene: Scene): SentCommands {
  const by = sendAs(scene);
  return {
    'discounts/enterCode': async () => {
      await openDiscounts(server);
      return by('owner', { code: (await insertCode(server)).code });
    },
    'discounts/proveWallet': async () => {
      await openDiscounts(server);
      const { secretKey, publicKey } = ed25519.keygen();
      const wallet = { walletAddress: base58.encode(publicKey) };
      const { body } = await server.call<{ text: string }>('discounts/startProof', wallet, scene.cookies.owner);
      return by('owner', { signature: base58.encode(ed25519.sign(Buffer.from(body.text), secretKey)) });
    },
    'discountsDesk/checkHolding': async () => by('finance', await buildCheck(server, scene.ids.owner)),
    'discountsDesk/createCode': async () => by('finance', newCode()),
    'discountsDesk/endCode': async () => by('finance', { promoCodeId: (await insertCode(server)).id }),
  };
}
