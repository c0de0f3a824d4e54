import { audit } from '../../../platform/audit.ts';
import { announce, asSystem, type Db } from '../../../platform/database.ts';
import { eachAlone } from '../../../platform/each-alone.ts';
import { system } from '../../../platform/mover.ts';
import { insertRows } from '../../../platform/new-rows.ts';
import type { Services } from '../../../platform/procedure.ts';
import { raiseAlert } from '../../compliance/raise-alert.ts';
import { judgedAnewRow } from '../../risk/judge.ts';
import { askToday } from '../../screening/questions.ts';
import { moveOrder } from '../moving/move-order.ts';
import { orderById } from '../order/history-store.ts';
import { type Order, walletOf } from '../order/order-row.ts';
import { windowAt } from '../quoting/quote-store.ts';
import { alertFor, limitAlert } from './alert-for.ts';
import { bySystem } from './by-system.ts';
import { type Judgement, judgeOrder, type OrderToJudge, outcomeOf, stoppedBy } from './judge-order.ts';
import { endJudging, keepScreening, standFor, standingOf, type Unscreened, unjudged } from './judge-store.ts';
import { beside, misfitOf, termsOf } from './misfit.ts';
import { isListHold, type Misfit } from './release-rule.ts';
import { openStopCase } from './suspicion.ts';

/**
 * Judges the orders that go on at another price than they were placed at, as if they were placed now: by the lists, the
 * score, the threshold and the cap of their customer. Until then nothing of them leaves. Answers how many were judged.
 */
export async function judgeRepriced(services: Services): Promise<number> {
  const waiting = await asSystem(services.pool, (tx) => unjudged(tx));
  await eachAlone(waiting, (one) => judgeOne(services, one));
  return waiting.length;
}

async function judgeOne(services: Services, { id, userId, ...wallet }: Unscreened): Promise<void> {
  const outside = await askToday(services, wallet, { userId });
  await asSystem(services.pool, async (tx) => {
    await standFor(tx, userId);
    const order = await orderById(tx, id, true);
    if (!order || !(await unjudged(tx, id)).length) return;
    const open = order.status === 'pending' || order.status === 'processing';
    if (open) await judgeAnew(tx, order, { outside, at: services.clock() });
    else await endJudging(tx, id, null);
  });
}

/** The order as it stands, in the words of one that is to be judged. */
const toJudge = (order: Order, { outside, at }: Pick<OrderToJudge, 'outside' | 'at'>): OrderToJudge => ({
  userId: order.userId,
  terms: termsOf(order),
  network: order.network,
  walletAddress: walletOf(order),
  at,
  outside,
});

async function judgeAnew(tx: Db, order: Order, now: Pick<OrderToJudge, 'outside' | 'at'>): Promise<void> {
  const window = windowAt(now.at);
  const standing = await standingOf(tx, { key: order.id, window });
  const may = beside(order, standing.may, window);
  const asked = toJudge(order, now);
  const judgement = await judgeOrder(tx, asked, { ...standing, may });
  await keep(tx, order, { asked, judgement, over: await misfitOf(tx, order, { may, at: now.at }) });
}

type Anew = { readonly asked: OrderToJudge; readonly judgement: Judgement; readonly over: Misfit | null };

/** Keeps what was found, and holds the order where something was: its customer learns nothing of it (decision A7). */
async function keep(tx: Db, order: Order, { asked, judgement, over }: Anew): Promise<void> {
  const { at } = asked;
  const stopped = stoppedBy(judgement);
  const found = stopped ?? over ?? judgement.finding;
  // What a list had stopped takes two people, whatever is found beside it since.
  const keeps = isListHold(order.holdReason) && !isListHold(stopped);
  const holdReason = (keeps ? order.holdReason : stopped) ?? order.holdReason ?? found;
  if (found && !order.state.held) {
    const step = { command: 'hold', reasonCode: found, public: false, facts: { holdReason: found } } as const;
    await moveOrder(tx, order, { step, mover: system, now: at });
  }
  const screeningId = await keepScreening(tx, order, { screening: judgement.screening, holdReason, at });
  await endJudging(tx, order.id, judgement.judged.score);
  const { judged } = judgement;
  const outcome = outcomeOf(found !== null || order.state.held);
  await insertRows(tx, [judgedAnewRow({ orderId: order.id, userId: order.userId, outcome, judged, at })]);
  const alert = alertFor(judgement, asked, order.id) ?? (over && limitAlert(asked, judgement, order.id));
  if (alert) await raiseAlert(tx, alert);
  if (alert && stopped) await openStopCase(tx, asked, { by: stopped, alertId: alert.id });
  const after = { jmdAmount: judged.inputs.amount, score: judged.score.score, holdReason: found, screeningId };
  await audit(tx, { ...bySystem(order), action: 'trading.judged_anew', after });
  announce(tx, 'desk');
}
