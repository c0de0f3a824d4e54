import { jamaicaDay } from '../../../../kernel/calendar.ts';
import type { BadgeKind } from '../../../../ui/badge.tsx';
import { dayText, momentText } from '../../../../ui/format.ts';
import type { LaneDay, StepState } from '../../../../ui/way.tsx';
import { isStopped, type ShownOrder } from './shown-order.ts';

/**
 * The three tracks of an order on one calendar of five columns: placed, money in, seen and checked, prepared, sent.
 * What happened carries its own day, what lies ahead the day that we promised; no day is made up in between.
 */
export type TrackStep = { state: StepState; title: string; note?: string; column: number };
export type Track = { name: string; badge: { kind: BadgeKind; word: string }; steps: TrackStep[] };
export type Calendar = { days: LaneDay[]; tracks: Track[] };

type Looked = Pick<ShownOrder, 'order' | 'story' | 'promise' | 'doneIfPaid'>;
type View = Looked & { now: Date; at: (event: string) => Date | null };

/** What stands below a step, if anything does. */
type Note = { note?: string };

const noted = (moment: Date | null | undefined) => (moment ? { note: momentText(moment) } : {});

const stepIn =
  (column: number) =>
  (state: StepState, title: string, note: Note = {}): TrackStep => ({ column, state, title, ...note });

const inHand = ({ payIn }: Looked['order']): boolean => payIn === 'received' || payIn === 'returned';

/** The moment that we owe something by, if we do. */
const promised = ({ promise, doneIfPaid }: Looked): Date | null => {
  if (promise.kind === 'send_by') return doneIfPaid;
  return 'at' in promise ? promise.at : null;
};

const byWhen = (view: Looked): { note?: string } => {
  const moment = promised(view);
  return moment ? { note: `By ${momentText(moment)}` } : {};
};

function payInBadge({ order }: Looked): Track['badge'] {
  if (order.payIn === 'received') return { kind: 'approved', word: 'Received' };
  if (order.payIn === 'returned') return { kind: 'other', word: 'Returned' };
  if (order.payIn === 'claimed') return { kind: 'pending', word: 'Being confirmed' };
  return isStopped(order) ? { kind: 'other', word: 'Nothing taken' } : { kind: 'pending', word: 'Waiting for you' };
}

function endOfUnpaid({ order, story }: Looked): TrackStep {
  const called = story.some(({ event }) => event === 'cancelOwn');
  const title = order.lapsed ? 'Lapsed unpaid' : called ? 'You cancelled it' : 'Cancelled';
  return stepIn(2)('stop', title, noted(order.closedAt));
}

function goesBack(view: View): TrackStep[] {
  const { order, at } = view;
  if (order.payIn === 'returned') return [stepIn(4)('done', 'Sent back to you', noted(at('returnMoney')))];
  return order.payIn === 'received' ? [stepIn(4)('now', 'We send it back to you', byWhen(view))] : [];
}

function buyPayIn(view: View): TrackStep[] {
  const { order } = view;
  const placed = stepIn(1)('done', 'Order placed', noted(order.placedAt));
  if (order.payIn === 'awaiting') {
    if (isStopped(order)) return [placed, endOfUnpaid(view)];
    const until = order.lapsesAt ? { note: `Until ${momentText(order.lapsesAt)}` } : {};
    return [
      placed,
      stepIn(2)('now', 'You send the money', until),
      stepIn(3)('ahead', 'We see it at the bank', { note: 'The banking day after' }),
    ];
  }
  const sent = stepIn(2)('done', 'You sent the money', noted(order.claimedAt));
  const seen = inHand(order)
    ? stepIn(3)('done', 'We saw it at the bank', noted(order.receivedAt))
    : stepIn(3)(
        'now',
        'We look for it at the bank',
        byWhen(isStopped(order) ? view : { ...view, promise: { kind: 'waiting' } }),
      );
  return [placed, sent, seen, ...(isStopped(order) ? goesBack(view) : [])];
}

function sellPayIn(view: View): TrackStep[] {
  const { order } = view;
  const placed = stepIn(1)('done', 'Coins sent, order placed', noted(order.placedAt));
  if (inHand(order)) {
    const arrived = stepIn(2)('done', 'Your coins arrived', noted(order.receivedAt));
    return [placed, arrived, ...(isStopped(order) ? goesBack(view) : [])];
  }
  if (order.payIn === 'claimed')
    return [placed, stepIn(2)('now', 'We look for them on the network', { note: 'Transfers take up to 1 hour' })];
  return [placed, isStopped(order) ? endOfUnpaid(view) : stepIn(2)('now', 'You send a better proof')];
}

function checks(view: View): Track {
  const { order, at } = view;
  const given = order.side === 'buy' ? 'Address is valid' : 'Bank details received';
  const funds = order.sourceOfFundsFile ? `${given}, source of funds received` : given;
  const first = stepIn(1)('done', funds, noted(order.placedAt));
  const reviewed = order.status === 'processing' || order.status === 'completed' || order.status === 'failed';
  const named = (word: string, kind: BadgeKind, ...steps: TrackStep[]) => ({
    name: 'Checks',
    badge: { kind, word },
    steps: [first, ...steps],
  });
  if (reviewed)
    return named('Done', 'approved', stepIn(3)('done', 'We reviewed your order', noted(at('startProcessing'))));
  if (order.status === 'cancelled') return named('Ended', 'other');
  const meanwhile = { note: order.side === 'buy' ? 'While your transfer travels' : 'While your coins travel' };
  return named(
    'Under way',
    'other',
    order.payIn === 'received'
      ? stepIn(3)('now', 'We review your order')
      : stepIn(3)('ahead', 'We review your order', meanwhile),
  );
}

/** How many of the three steps of a payout are behind us. */
const walked = { none: 0, failed: 0, prepared: 1, approved: 2, sent: 3 } as const;

function payOut(view: View): Track {
  const { order, at } = view;
  if (isStopped(order))
    return {
      name: 'Pay-out',
      badge: { kind: 'other', word: 'None' },
      steps: [stepIn(5)('stop', 'Nothing is paid out')],
    };
  const behind = walked[order.payOut];
  const started = order.status !== 'pending';
  const stateOf = (index: number): StepState =>
    index < behind ? 'done' : started && index === behind ? 'now' : 'ahead';
  const leaves = order.side === 'buy' ? `${order.coins.symbol} leaves for your wallet` : 'J$ leaves for your bank';
  const left = order.side === 'buy' ? `${order.coins.symbol} left for your wallet` : 'J$ left for your bank';
  const badge: Track['badge'] =
    behind === 3
      ? { kind: 'approved', word: 'Sent' }
      : started
        ? { kind: 'pending', word: 'Under way' }
        : { kind: 'other', word: 'Not started' };
  return {
    name: 'Pay-out',
    badge,
    steps: [
      stepIn(3)(
        stateOf(0),
        behind > 0 ? 'One of us prepared it' : 'One of us prepares it',
        noted(behind > 0 ? at('preparePayout') : null),
      ),
      stepIn(4)(
        stateOf(1),
        behind > 1 ? 'Another approved it' : 'Another approves it',
        noted(behind > 1 ? at('approvePayout') : null),
      ),
      behind === 3
        ? stepIn(5)('done', left, noted(at('markSent') ?? order.closedAt))
        : stepIn(5)(stateOf(2), leaves, byWhen(view)),
    ],
  };
}

/** The days that a column stands for: those between two moments of it, or the day by which we owe something. */
type ColumnDay = { from: Date; to: Date; by: boolean } | null;

const on = (...moments: (Date | null)[]): ColumnDay => {
  const known = moments.filter((moment) => moment !== null).map((moment) => moment.getTime());
  return known.length === 0
    ? null
    : { from: new Date(Math.min(...known)), to: new Date(Math.max(...known)), by: false };
};

function daysWhenStopped({ order, now, at }: View, by: ColumnDay): ColumnDay[] {
  const second =
    order.payIn === 'awaiting' ? order.closedAt : order.side === 'buy' ? order.claimedAt : order.receivedAt;
  const third = order.payIn === 'claimed' ? now : order.side === 'buy' ? order.receivedAt : at('startProcessing');
  const last = order.payIn === 'returned' ? on(at('returnMoney') ?? order.closedAt) : (by ?? on(order.closedAt));
  return [on(order.placedAt), on(second ?? order.closedAt), on(third ?? order.closedAt), last, last];
}

/** The days of each column: when something happened, until today where something waits, or the promised day. */
function columnDays(view: View): ColumnDay[] {
  const { order, now, at } = view;
  const owed = promised(view);
  const by: ColumnDay = owed && { from: owed, to: owed, by: true };
  if (isStopped(order)) return daysWhenStopped(view, by);
  const first = on(order.placedAt);
  if (order.payIn === 'awaiting' || (order.side === 'sell' && order.payIn === 'claimed'))
    return [first, on(now), by, by, by];
  const second = on(order.side === 'buy' ? order.claimedAt : order.receivedAt);
  const behind = walked[order.payOut];
  const third = on(order.receivedAt, at('startProcessing'), behind === 0 ? now : at('preparePayout'));
  if (order.status === 'completed')
    return [first, second, third, on(at('approvePayout') ?? order.closedAt), on(at('markSent') ?? order.closedAt)];
  return [first, second ?? third, third, behind > 0 ? on(at('approvePayout'), now) : by, behind > 1 ? on(now) : by];
}

function dayName(day: ColumnDay, now: Date): string {
  if (!day) return '';
  const { from, to, by } = day;
  const isToday = (moment: Date) => jamaicaDay(moment) === jamaicaDay(now);
  if (by && to < now) return `Was due ${dayText(to)}`;
  if (by) return isToday(to) ? 'By today' : `By ${dayText(to)}`;
  if (jamaicaDay(from) === jamaicaDay(to)) return isToday(to) ? `Today, ${dayText(to)}` : dayText(to);
  return `${dayText(from)} to ${isToday(to) ? 'today' : dayText(to)}`;
}

/** Neighbours that share a day share one heading; a day is never named twice, nor one before the day before it. */
function headings(view: View): LaneDay[] {
  const days: LaneDay[] = [];
  let reached = 0;
  for (const day of columnDays(view)) {
    const name = dayName(day, view.now);
    const last = days.at(-1);
    const back = day !== null && !day.by && day.to.getTime() < reached;
    if (last && (back || days.some((known) => known.name === name))) last.columns += 1;
    else days.push({ name, columns: 1, today: /^Today|today$/.test(name) && !name.startsWith('By') });
    reached = Math.max(reached, day && !day.by ? day.to.getTime() : 0);
  }
  return days;
}

/** The calendar of an order as it stands at `now`. */
export function calendarOf(looked: Looked, now: Date): Calendar {
  const at = (event: string) => looked.story.findLast((line) => line.event === event)?.at ?? null;
  const view: View = { ...looked, now, at };
  const payIn = looked.order.side === 'buy' ? buyPayIn(view) : sellPayIn(view);
  return {
    days: headings(view),
    tracks: [{ name: 'Pay-in', badge: payInBadge(looked), steps: payIn }, checks(view), payOut(view)],
  };
}
