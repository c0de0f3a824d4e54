import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { Backtest, BacktestOrder } from '../../../risk/views.ts';

export const emptyBacktest: Backtest = {
  orders: 0,
  stoppedBefore: 0,
  stoppedAfter: 0,
  alertedBefore: 0,
  alertedAfter: 0,
  changed: [],
  next: null,
};

export const addPage = (sum: Backtest, page: Backtest): Backtest => ({
  orders: sum.orders + page.orders,
  stoppedBefore: sum.stoppedBefore + page.stoppedBefore,
  stoppedAfter: sum.stoppedAfter + page.stoppedAfter,
  alertedBefore: sum.alertedBefore + page.alertedBefore,
  alertedAfter: sum.alertedAfter + page.alertedAfter,
  changed: [...sum.changed, ...page.changed],
  next: page.next,
});

type Change = { readonly kind: BadgeKind; readonly text: string; readonly rank: number };

/** Returns the most severe change of one past order. Rank 0 is the most severe. */
export function changeOf({ before, after }: Pick<BacktestOrder, 'before' | 'after'>): Change {
  if (after.stopped && !before.stopped) return { kind: 'rejected', text: 'Would be stopped', rank: 0 };
  if (before.stopped && !after.stopped) return { kind: 'approved', text: 'No longer stopped', rank: 1 };
  if (after.alerted && !before.alerted) return { kind: 'pending', text: 'New alert', rank: 2 };
  if (before.alerted && !after.alerted) return { kind: 'note', text: 'No longer alerted', rank: 3 };
  return { kind: 'other', text: 'Different score', rank: 4 };
}

/** Sorts orders by severity of the change, then newest first. */
export const mostSevereFirst = (orders: readonly BacktestOrder[]): BacktestOrder[] =>
  [...orders].sort((a, b) => changeOf(a).rank - changeOf(b).rank || b.at.getTime() - a.at.getTime());

export const stoppedSentence = ({ orders, stoppedBefore, stoppedAfter }: Backtest): string =>
  orders === 0
    ? 'There are no past orders yet.'
    : `These rules would have stopped ${stoppedAfter} of ${orders} past orders. Actually stopped: ${stoppedBefore}.`;
