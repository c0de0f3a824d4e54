import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { worded } from '../../../../kernel/worded.ts';
import type { BadgeKind } from '../../../../ui/badge.tsx';
import { dayText, momentText } from '../../../../ui/format.ts';
import type { LaneDay, StepState } from '../../../../ui/way.tsx';
import { trackBadges, trackSteps } from '../../order-messages.ts';
import { calledOff, isStopped, type ShownOrder } from './shown-order.ts';

/**
 * The three tracks of an order on one calendar of five columns: placed, money in, seen and checked, prepared, sent.
 * What happened carries its own day, what lies ahead the day that we promised; no day is made up in between.
 */
export type TrackStep = { state: StepState; title: string; note?: string; column: number };
export type Track = { name: string; badge: { kind: BadgeKind; text: string }; steps: TrackStep[] };
export type Calendar = { days: LaneDay[]; tracks: Track[] };

type Looked = Pick<ShownOrder, 'order' | 'story' | 'promise' | 'doneIfPaid'>;
type View = Looked & { now: Date; at: (event: string) => Date | null };

/** What stands below a step, if anything does. */
type Note = { note?: string };

const noted = (moment: Date | null | undefined) => (moment ? { note: momentText(moment) } : {});

const stepIn =
  (column: number) =>
  (state: StepState, title: string, note: Note = {}): TrackStep => ({ column, state, title, ...note });

/** What some steps of a buy are called that is paid by card. */
const byCard = ({ paymentMethod }: Looked['order']) => (paymentMethod === 'card' ? trackSteps.card : {});

const inHand = ({ payIn }: Looked['order']): boolean => payIn === 'received' || payIn === 'returned';

/** The moment that we owe something by, if we do. */
const promised = ({ promise, doneIfPaid }: Looked): Date | null => {
  if (promise.kind === 'send_by') return doneIfPaid;
  return 'at' in promise ? promise.at : null;
};

const byWhen = (view: Looked): { note?: string } => {
  const moment = promised(view);
  return moment ? { note: worded(trackSteps.by, { moment: momentText(moment) }) } : {};
};

const payInBadge = ({ order }: Looked): Track['badge'] =>
  trackBadges[order.payIn === 'awaiting' && isStopped(order) ? 'untouched' : order.payIn];

function endOfUnpaid(looked: Looked): TrackStep {
  const { order } = looked;
  const how = order.lapsed ? 'lapsed' : calledOff(looked) ? 'called_off' : 'cancelled';
  return stepIn(2)('stop', trackSteps[how], noted(order.closedAt));
}

function goesBack(view: View): TrackStep[] {
  const { order, at } = view;
  if (order.payIn === 'returned') return [stepIn(4)('done', trackSteps.sentBack, noted(at('returnMoney')))];
  return order.payIn === 'received' ? [stepIn(4)('now', trackSteps.sendBack, byWhen(view))] : [];
}

function buyPayIn(view: View): TrackStep[] {
  const { order } = view;
  const steps = { ...trackSteps.buy, ...byCard(order) };
  const placed = stepIn(1)('done', steps.placed, noted(order.placedAt));
  if (order.payIn === 'awaiting') {
    if (isStopped(order)) return [placed, endOfUnpaid(view)];
    const until = order.lapsesAt ? { note: worded(trackSteps.until, { moment: momentText(order.lapsesAt) }) } : {};
    return [
      placed,
      stepIn(2)('now', steps.give, until),
      stepIn(3)('ahead', steps.see, order.paymentMethod === 'card' ? {} : { note: trackSteps.bankDay }),
    ];
  }
  const sent = stepIn(2)('done', steps.given, noted(order.claimedAt));
  const seen = inHand(order)
    ? stepIn(3)('done', steps.seen, noted(order.receivedAt))
    : stepIn(3)('now', steps.looking, byWhen(isStopped(order) ? view : { ...view, promise: { kind: 'waiting' } }));
  return [placed, sent, seen, ...(isStopped(order) ? goesBack(view) : [])];
}

function sellPayIn(view: View): TrackStep[] {
  const { order } = view;
  const steps = trackSteps.sell;
  const placed = stepIn(1)('done', steps.placed, noted(order.placedAt));
  if (inHand(order)) {
    const arrived = stepIn(2)('done', steps.seen, noted(order.receivedAt));
    return [placed, arrived, ...(isStopped(order) ? goesBack(view) : [])];
  }
  if (order.payIn === 'claimed') return [placed, stepIn(2)('now', steps.looking, { note: trackSteps.networkTime })];
  return [placed, isStopped(order) ? endOfUnpaid(view) : stepIn(2)('now', steps.give)];
}

function checks(view: View): Track {
  const { order, at } = view;
  const { details, meanwhile } = { ...trackSteps[order.side], ...byCard(order) };
  const given = order.sourceOfFundsFile ? worded(trackSteps.funds, { details }) : details;
  const first = stepIn(1)('done', given, noted(order.placedAt));
  const named = (badge: Track['badge'], ...steps: TrackStep[]) => ({ name: 'Checks', badge, steps: [first, ...steps] });
  if (order.status === 'cancelled') return named(trackBadges.review_ended);
  if (order.status !== 'pending')
    return named(trackBadges.reviewed, stepIn(3)('done', trackSteps.reviewed, noted(at('startProcessing'))));
  return named(
    trackBadges.in_review,
    order.payIn === 'received'
      ? stepIn(3)('now', trackSteps.review)
      : stepIn(3)('ahead', trackSteps.review, { note: meanwhile }),
  );
}

/** How many of the three steps of a payout are behind us. */
const walked = { none: 0, failed: 0, prepared: 1, approved: 2, sent: 3 } as const;

function payOut(view: View): Track {
  const { order, at } = view;
  const name = 'Pay-out';
  if (isStopped(order)) return { name, badge: trackBadges.none, steps: [stepIn(5)('stop', trackSteps.nothing)] };
  const behind = walked[order.payOut];
  const started = order.status !== 'pending';
  const stateOf = (index: number): StepState =>
    index < behind ? 'done' : started && index === behind ? 'now' : 'ahead';
  const steps = trackSteps[order.side];
  const { symbol } = order.coins;
  return {
    name,
    badge: trackBadges[behind === 3 ? 'sent' : started ? 'started' : 'not_started'],
    steps: [
      stepIn(3)(
        stateOf(0),
        trackSteps[behind > 0 ? 'prepared' : 'prepares'],
        noted(behind > 0 ? at('preparePayout') : null),
      ),
      stepIn(4)(
        stateOf(1),
        trackSteps[behind > 1 ? 'approved' : 'approves'],
        noted(behind > 1 ? at('approvePayout') : null),
      ),
      behind === 3
        ? stepIn(5)('done', worded(steps.left, { symbol }), noted(at('markSent') ?? order.closedAt))
        : stepIn(5)(stateOf(2), worded(steps.leaves, { symbol }), byWhen(view)),
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
