import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { buildAlertInsert } from '../../src/features/compliance/raise-alert.ts';
import { assessmentRow, assessRisk, storeRefusal } from '../../src/features/risk/assess-order-risk.ts';
import type { Inputs } from '../../src/features/risk/score.ts';
import { findActiveVersion } from '../../src/features/screening/index-store.ts';
import { loadSanctionsIndex, screenAddress } from '../../src/features/screening/screen-wallet.ts';
import type { BlockReason } from '../../src/features/trading/risk-checks/assess-order.ts';
import { screeningRow } from '../../src/features/trading/risk-checks/assessment-store.ts';
import { getAlert } from '../../src/features/trading/risk-checks/build-alert.ts';
import { jamaicaHour } from '../../src/kernel/calendar.ts';
import { after, hours } from '../../src/kernel/clock.ts';
import { insertRows } from '../../src/platform/database/batch-insert.ts';
import type { Db } from '../../src/platform/database/database.ts';

type PastOrder = {
  id: string;
  user_id: string;
  network: string;
  symbol: string;
  address: string;
  amount: string;
  large: boolean;
  month_total: string;
  orders: number;
  at: Date;
};

type Ground = { ruleSetId: string; index: Awaited<ReturnType<typeof loadSanctionsIndex>> };

const quiet: Omit<Inputs, 'amount' | 'reachesThreshold' | 'monthTotal' | 'ordersThisMonth' | 'hour'> = {
  monthlyIncome: null,
  highRiskJurisdiction: false,
  pep: false,
  sanctions: 'clear',
  dueDiligence: false,
  walletScore: 0,
};

/** Inserts risk assessments of the demo orders, and two refused orders. */
export async function insertAssessments(tx: Db, now: Date): Promise<void> {
  await sql`select set_config('app.all_rows', 'yes', true)`.execute(tx);
  const { rows: sets } = await sql<{ id: string }>`
    select id from risk_rule_sets order by version desc limit 1`.execute(tx);
  const ground = { ruleSetId: sets[0]?.id ?? '', index: await loadSanctionsIndex(tx, await findActiveVersion(tx)) };
  const { rows } = await sql<PastOrder>`
    select id, user_id, network, crypto_symbol symbol, coalesce(wallet_address, sender_wallet_address) address,
           jmd_amount amount, jmd_amount >= case type when 'sell' then 150000 else 175000 end large, created_at at, (sum(jmd_amount) over so_far)::text month_total,
           (count(*) over so_far)::int orders
      from transactions window so_far as
        (partition by user_id, date_trunc('month', created_at at time zone 'UTC') order by created_at)`.execute(tx);
  for (const order of rows) await judgePast(tx, order, ground);
  await insertRefusals(tx, now, ground);
}

async function judgePast(tx: Db, order: PastOrder, { ruleSetId, index }: Ground): Promise<void> {
  const { id: orderId, user_id: userId, address, network, symbol, at } = order;
  const screening = screenAddress(index, { address, network, symbol }, at);
  const { amount, large: reachesThreshold, month_total: monthTotal, orders: ordersThisMonth } = order;
  const inputs = { ...quiet, amount, reachesThreshold, monthTotal, ordersThisMonth, hour: jamaicaHour(at) };
  const risk = await assessRisk(tx, ruleSetId, inputs);
  const screeningId = randomUUID();
  await insertRows(tx, [
    screeningRow({ id: screeningId, userId, symbol, network, walletAddress: address, screening, at }),
    assessmentRow({ id: randomUUID(), orderId, userId, outcome: 'accepted', risk, at }),
  ]);
  await sql`update transactions set blockchain_screening_id = ${screeningId}, risk_score = ${risk.score.score},
    risk_level = ${risk.score.level} where id = ${orderId}`.execute(tx);
}

type Refused = { email: string; by: BlockReason; wallet: string; inputs: Inputs; hoursAgo: number };

const [listed = ''] = demoAddresses.sanctioned;
const refused: readonly Refused[] = [
  {
    email: 'tier2@demo.test',
    by: 'wallet_blocked',
    wallet: listed,
    inputs: {
      ...quiet,
      amount: '60000.00',
      reachesThreshold: false,
      monthTotal: '100000.00',
      ordersThisMonth: 3,
      hour: 15,
      sanctions: 'flagged',
      walletScore: 100,
    },
    hoursAgo: 3,
  },
  {
    email: 'enhanced@demo.test',
    by: 'transaction_blocked',
    wallet: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    inputs: {
      ...quiet,
      amount: '520000.00',
      reachesThreshold: true,
      monthTotal: '980000.00',
      monthlyIncome: '450000.00',
      ordersThisMonth: 4,
      hour: 2,
    },
    hoursAgo: 0.2,
  },
];

const cases = {
  wallet_blocked: ['wallet', 'Wallet on a list'],
  transaction_blocked: ['blocked_order', 'Order blocked by its score'],
} as const;

async function insertRefusals(tx: Db, now: Date, { ruleSetId, index }: Ground): Promise<void> {
  for (const { email, by, wallet, inputs, hoursAgo } of refused) {
    const { rows } = await sql<{ id: string }>`select id from profiles where email = ${email}`.execute(tx);
    const userId = rows[0]?.id;
    if (!userId) continue;
    const at = after(now, -hours(hoursAgo));
    const of = { userId, network: 'bitcoin', symbol: 'BTC', walletAddress: wallet, at };
    const screening = screenAddress(index, { address: wallet, network: 'bitcoin', symbol: 'BTC' }, at);
    const assessment = { screening, risk: await assessRisk(tx, ruleSetId, inputs), finding: by };
    const screeningId = randomUUID();
    await insertRows(tx, [screeningRow({ id: screeningId, ...of, screening })]);
    const asked = { side: 'buy', symbol: 'BTC', network: 'bitcoin', walletAddress: wallet, screeningId };
    const request = { key: randomUUID(), requestHash: 'demo', proofFile: null };
    await storeRefusal(tx, { userId, outcome: by, risk: assessment.risk, asked, ...request, at });
    const alert = getAlert(assessment, of, null);
    if (!alert) continue;
    await buildAlertInsert(alert).execute(tx);
    await sql`select app.open_case(${userId}, ${cases[by][0]}, ${cases[by][1]}, array[${alert.id}]::uuid[], null, ${at})`.execute(
      tx,
    );
  }
}
