import { randomBytes, randomUUID } from 'node:crypto';
import { newCustomer } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { anySession, missingForAll, type Row } from './outcomes.ts';

const buildWallet = () => ({
  ...{ label: 'Ledger', network: 'erc20', walletAddress: `0x${randomBytes(20).toString('hex')}`, destinationTag: '' },
});
const account = {
  ...{ label: 'Savings', bankName: 'Bank of Canary Cove', accountNumber: '123456789' },
  ...{ accountHolderName: 'Ina Brown', routingNumber: '' },
};

export const payeeBodies = {
  'trading/saveWallet': buildWallet(),
  'trading/saveAccount': account,
  'trading/removePayee': { payeeId: randomUUID() },
};

export function buildPayeeRows() {
  const allow = (row: Row, input?: () => Promise<unknown>) => ({ row, ...(input && { input }) });
  return {
    'trading/payees': allow(anySession),
    'trading/saveWallet': allow(anySession, async () => buildWallet()),
    'trading/saveAccount': allow(anySession, async () => account),
    'trading/removePayee': allow(missingForAll, async () => ({ payeeId: randomUUID() })),
  };
}

export async function insertPayee({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into payees (user_id, kind, label, network, address, created_at)
     values ($1, 'wallet', 'Ledger', 'erc20', gen_random_uuid()::text, now()) returning id`,
    [userId],
  );
  return rows[0]?.id ?? '';
}

export function buildPayeeCommands(server: TestServer, scene: Scene): SentCommands {
  const by = sendAs(scene);
  return {
    'trading/saveWallet': async () => by('owner', buildWallet()),
    'trading/saveAccount': async () => ({ cookie: (await newCustomer(server, 'Ina Brown')).cookie, input: account }),
    'trading/removePayee': async () => by('owner', { payeeId: await insertPayee(server, scene.ids.owner) }),
  };
}
