import { randomBytes, randomUUID } from 'node:crypto';
import { generateCode } from '../../src/features/learning/certificates/issue.ts';
import { newCustomer } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import * as discounts from './matrix-discounts.ts';
import { anyActor, anySession, missingForAll, type Row } from './outcomes.ts';

const buildWallet = () => ({
  label: 'Ledger',
  network: 'erc20',
  walletAddress: `0x${randomBytes(20).toString('hex')}`,
  destinationTag: '',
});
const account = {
  label: 'Savings',
  bankName: 'Bank of Canary Cove',
  accountNumber: '123456789',
  accountHolderName: 'Ina Brown',
  routingNumber: '',
};

export const tradingBodies = {
  'trading/saveWallet': buildWallet(),
  'trading/saveAccount': account,
  'trading/removePayee': { payeeId: randomUUID() },
  'trading/checkStatement': { code: '7K3M-9QX2-R5WB-T0AE' },
  ...discounts.discountBodies,
};

export const tradingWithoutEntry = {
  'trading/open': 'a query about oneself',
  'trading/payees': 'a query about oneself',
  'trading/statementYears': 'a query about oneself',
  'trading/checkStatement': 'a public query',
  ...discounts.discountsWithoutEntry,
} as const;

export const tradingOwners = { payees: 'user_id', year_statements: 'user_id', ...discounts.discountOwners } as const;

export function buildTradingRows(server: TestServer, scene: Scene) {
  const allow = (row: Row, input?: () => Promise<unknown>) => ({ row, ...(input && { input }) });
  return {
    'trading/payees': allow(anySession),
    'trading/saveWallet': allow(anySession, async () => buildWallet()),
    'trading/saveAccount': allow(anySession, async () => account),
    'trading/removePayee': allow(missingForAll, async () => ({ payeeId: randomUUID() })),
    'trading/statementYears': allow(anySession),
    'trading/checkStatement': allow(anyActor, async () => tradingBodies['trading/checkStatement']),
    ...discounts.buildDiscountRows(server, scene),
  };
}

async function insertPayee({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into payees (user_id, kind, label, network, address, created_at)
     values ($1, 'wallet', 'Ledger', 'erc20', gen_random_uuid()::text, now()) returning id`,
    [userId],
  );
  return rows[0]?.id ?? '';
}

export async function insertTradingRows(server: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  await insertPayee(server, userId);
  await discounts.insertDiscountRows(server, userId);
  await server.owner.query(
    `insert into year_statements (user_id, year, code, totals, issued_at) values ($1, 2025, $2, '{}', now())`,
    [userId, generateCode()],
  );
}

export function buildTradingCommands(server: TestServer, scene: Scene): SentCommands {
  const by = sendAs(scene);
  return {
    'trading/saveWallet': async () => by('owner', buildWallet()),
    'trading/saveAccount': async () => ({ cookie: (await newCustomer(server, 'Ina Brown')).cookie, input: account }),
    'trading/removePayee': async () => by('owner', { payeeId: await insertPayee(server, scene.ids.owner) }),
    ...discounts.buildDiscountCommands(server, scene),
  };
}
