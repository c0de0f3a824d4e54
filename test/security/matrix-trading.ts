import { randomBytes, randomUUID } from 'node:crypto';
import { generateCode } from '../../src/features/learning/certificates/issue.ts';
import { bitcoinAddress } from '../orders.ts';
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

const recurringBuy = {
  ...{ symbol: 'BTC', currency: 'JMD', amount: '1000', every: 'week', day: 3, network: 'bitcoin' },
  ...{ walletAddress: bitcoinAddress, destinationTag: '' },
};

export const tradingBodies = {
  'trading/saveWallet': buildWallet(),
  'trading/saveAccount': account,
  'trading/removePayee': { payeeId: randomUUID() },
  'trading/checkStatement': { code: '7K3M-9QX2-R5WB-T0AE' },
  'trading/setRecurringBuy': recurringBuy,
  'trading/changeRecurringBuy': { planId: randomUUID(), amount: '1000' },
  'trading/pauseRecurringBuy': { planId: randomUUID(), paused: true },
  'trading/removeRecurringBuy': { planId: randomUUID() },
  ...discounts.discountBodies,
};

export const tradingWithoutEntry = {
  'trading/open': 'a query about oneself',
  'trading/payees': 'a query about oneself',
  'trading/recurringBuys': 'a query about oneself',
  'trading/statementYears': 'a query about oneself',
  'trading/checkStatement': 'a public query',
  'identity/draft': 'a query about oneself',
  'identity/saveDraft': 'a draft',
  'accounts/startedProfile': 'a query about oneself',
  'accountPages/refusePasskey': 'a preference, which has its own row',
  ...discounts.discountsWithoutEntry,
} as const;

export const repeatableTrading = [
  'trading/placeBuyOrder',
  'trading/placeSellOrder',
  'trading/claimPayment',
  'trading/setRecurringBuy',
  'trading/changeRecurringBuy',
  'trading/pauseRecurringBuy',
];

export const tradingOwners = {
  kyc_drafts: 'user_id',
  payees: 'user_id',
  recurring_buys: 'user_id',
  year_statements: 'user_id',
  ...discounts.discountOwners,
} as const;

export function buildTradingRows(server: TestServer, scene: Scene) {
  const allow = (row: Row, input?: () => Promise<unknown>) => ({ row, ...(input && { input }) });
  return {
    'trading/payees': allow(anySession),
    'trading/saveWallet': allow(anySession, async () => buildWallet()),
    'trading/saveAccount': allow(anySession, async () => account),
    'trading/removePayee': allow(missingForAll, async () => ({ payeeId: randomUUID() })),
    'trading/recurringBuys': allow(anySession),
    'trading/setRecurringBuy': allow(anySession, async () => recurringBuy),
    'trading/changeRecurringBuy': allow(missingForAll, async () => tradingBodies['trading/changeRecurringBuy']),
    'trading/pauseRecurringBuy': allow(missingForAll, async () => tradingBodies['trading/pauseRecurringBuy']),
    'trading/removeRecurringBuy': allow(missingForAll, async () => tradingBodies['trading/removeRecurringBuy']),
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

async function insertPlan({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into recurring_buys (user_id, reference, symbol, currency, amount, network, address, every, day, next_on,
       created_at, counted_from)
     values ($1, gen_random_uuid()::text, 'BTC', 'JMD', 1000, 'bitcoin', $2, 'week', 3, '2099-01-07', now(), now())
     returning id`,
    [userId, bitcoinAddress],
  );
  return rows[0]?.id ?? '';
}

export async function insertTradingRows(server: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  await insertPayee(server, userId);
  await insertPlan(server, userId);
  await discounts.insertDiscountRows(server, userId);
  await server.owner.query(
    `insert into year_statements (user_id, year, code, totals, issued_at) values ($1, 2025, $2, '{}', now())`,
    [userId, generateCode()],
  );
}

export function buildTradingCommands(server: TestServer, scene: Scene): SentCommands {
  const by = sendAs(scene);
  const insertOwnPlan = () => insertPlan(server, scene.ids.owner);
  return {
    'trading/saveWallet': async () => by('owner', buildWallet()),
    'trading/saveAccount': async () => ({ cookie: (await newCustomer(server, 'Ina Brown')).cookie, input: account }),
    'trading/removePayee': async () => by('owner', { payeeId: await insertPayee(server, scene.ids.owner) }),
    'trading/setRecurringBuy': async () => by('owner', recurringBuy),
    'trading/changeRecurringBuy': async () => by('owner', { planId: await insertOwnPlan(), amount: '1200' }),
    'trading/pauseRecurringBuy': async () => by('owner', { planId: await insertOwnPlan(), paused: true }),
    'trading/removeRecurringBuy': async () => by('owner', { planId: await insertOwnPlan() }),
    ...discounts.buildDiscountCommands(server, scene),
  };
}
