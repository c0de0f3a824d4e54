import { system } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import { type Db, publishTopic, withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { caseKinds } from '../../compliance/cases.ts';
import { openCase } from '../../compliance/open-case.ts';
import { raiseAlert } from '../../compliance/raise-alert.ts';
import { queryWithinQuota } from '../../screening/provider-quota.ts';
import { screenAddressNow, type WalletScreening } from '../../screening/screen-wallet.ts';
import { withProviders } from '../../screening/wallet-providers.ts';
import { addEvent } from '../lifecycle/transition-store.ts';
import { findOrder } from '../order/history-store.ts';
import type { Order } from '../order/order-row.ts';
import { readReason } from '../order/reasons.ts';
import { findUnscreened, saveScreening, type WalletToScreen } from './assessment-store.ts';
import { systemAuditEntry } from './system-transition.ts';

/** Job: screens orders placed during a screening outage (decision A4). They stay on hold until staff release them. */
export async function screenWaiting(services: Services): Promise<number> {
  const now = services.clock();
  let screened = 0;
  let after: string | null = null;
  for (;;) {
    const page: WalletToScreen[] = await withSystem(services.pool, (tx) => findUnscreened(tx, after));
    for (const waiting of page) if (await screenOne(services, waiting, now)) screened += 1;
    after = page.at(-1)?.id ?? null;
    if (after === null) return screened;
  }
}

async function screenOne(services: Services, { id, userId, ...wallet }: WalletToScreen, now: Date): Promise<boolean> {
  const answers = await queryWithinQuota(services, wallet, { userId });
  return withSystem(services.pool, async (tx) => {
    const order = await findOrder(tx, id, true);
    if (order?.holdReason !== 'screening_down' || !order.state.held) return false;
    const listed = await screenAddressNow(tx, wallet, now);
    const screening = withProviders(listed, answers);
    if (screening.result === 'error') return false;
    await saveResult(tx, order, { screening, address: wallet.address, now });
    return true;
  });
}

type FoundWallet = { screening: WalletScreening; address: string; now: Date };

/** Notifies staff only: the customer must not notice the hold (decision A7). */
async function saveResult(tx: Db, order: Order, { screening, address, now }: FoundWallet): Promise<void> {
  const holdReason = screening.result === 'clear' ? 'screened_later' : 'wallet_blocked';
  const note = readReason('hold', holdReason)?.staff ?? '';
  const screeningId = await saveScreening(tx, order, { screening, holdReason, note, at: now });
  await recordScreened(tx, order, { event: { note }, screening, holdReason, screeningId, now });
  if (holdReason === 'wallet_blocked')
    await raiseListedAlert(tx, order, { screening, address, now, what: outageDescription });
}

type Screened = {
  event: { reasonCode?: string; note: string | null };
  screening: WalletScreening;
  holdReason: string;
  screeningId: string;
  now: Date;
};

export async function recordScreened(tx: Db, order: Order, { event, now, ...found }: Screened): Promise<void> {
  const { screening, holdReason, screeningId } = found;
  await addEvent(tx, order, { step: { command: 'screened', ...event, public: false }, mover: system, now });
  const before = { holdReason: order.holdReason };
  const after = { holdReason, result: screening.result, screeningId };
  await audit(tx, { ...systemAuditEntry(order), action: 'trading.screened_late', before, after });
  publishTopic(tx, 'desk');
}

const outageDescription = 'The wallet of an order placed during a screening outage is on a list.';

export async function raiseListedAlert(
  tx: Db,
  order: Order,
  { screening, address, now, what }: FoundWallet & { what: string },
): Promise<void> {
  const { result, riskScore, categories, lists, matches } = screening;
  const { userId, network } = order;
  const alert = await raiseAlert(tx, {
    transactionId: order.id,
    userId,
    type: 'wallet_blocked',
    priority: 'urgent',
    riskScore,
    description: [what, ...matches.map((match) => `${match}.`)].join(' '),
    details: { riskFactors: [], behavioralFlags: [], wallet: { address, network, result, matches, categories, lists } },
    rules: ['wallet_blocked'],
    at: now,
  });
  await openCase(tx, { userId, kind: 'wallet', title: caseKinds.wallet, alerts: [alert], by: null, at: now });
}
