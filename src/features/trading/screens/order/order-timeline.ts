import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { formatMessage } from '../../../../kernel/message-template.ts';
import type { BadgeKind } from '../../../../ui/badge.tsx';
import { formatDateTime, formatDay } from '../../../../ui/format.ts';
import type { LaneDay, StepState } from '../../../../ui/timeline.tsx';
import { isStopped } from '../../order/situation.ts';
import { trackBadges, trackSteps } from '../../order-messages.ts';
import { isCancelledByCustomer, type ShownOrder } from './shown-order.ts';

/** Step of one of three tracks, in one of five columns. Notes contain only past and promised dates. */
export type TrackStep = { state: StepState; title: string; note?: string; column: number };
export type Track = { name: string; badge: { kind: BadgeKind; text: string }; steps: TrackStep[] };
export type Calendar = { days: LaneDay[]; tracks: Track[] };

type TimelineInput = Pick<ShownOrder, 'order' | 'story' | 'promise' | 'doneIfPaid'>;
type View = TimelineInput & { now: Date; at: (event: string) => Date | null };

type Note = { note?: string };

const formatNote = (moment: Date | null | undefined) => (moment ? { note: formatDateTime(moment) } : {});

const stepIn =
  (column: number) =>
  (state: StepState, title: string, note: Note = {}): TrackStep => ({ column, state, title, ...note });

const getCardLabels = ({ paymentMethod }: TimelineInput['order']) => (paymentMethod === 'card' ? trackSteps.card : {});

const isPaid = ({ payIn }: TimelineInput['order']): boolean => payIn === 'received' || payIn === 'returned';

const getPromisedDate = ({ promise, doneIfPaid }: TimelineInput): Date | null => {
  if (promise.kind === 'send_by') return doneIfPaid;
  return 'at' in promise ? promise.at : null;
};

const formatPromised = (view: TimelineInput): { note?: string } => {
  const moment = getPromisedDate(view);
  return moment ? { note: formatMessage(trackSteps.by, { moment: formatDateTime(moment) }) } : {};
};

const payInBadge = ({ order }: TimelineInput): Track['badge'] =>
  trackBadges[order.payIn === 'awaiting' && isStopped(order) ? 'untouched' : order.payIn];

function unpaidEndStep(input: TimelineInput): TrackStep {
  const { order } = input;
  const how = order.lapsed ? 'lapsed' : isCancelledByCustomer(input) ? 'cancelled_by_customer' : 'cancelled';
  return stepIn(2)('stop', trackSteps[how], formatNote(order.closedAt));
}

function refundSteps(view: View): TrackStep[] {
  const { order, at } = view;
  if (order.payIn === 'returned') return [stepIn(4)('done', trackSteps.sentBack, formatNote(at('returnMoney')))];
  return order.payIn === 'received' ? [stepIn(4)('now', trackSteps.sendBack, formatPromised(view))] : [];
}

function buyPayInSteps(view: View): TrackStep[] {
  const { order } = view;
  const steps = { ...trackSteps.buy, ...getCardLabels(order) };
  const placed = stepIn(1)('done', steps.placed, formatNote(order.placedAt));
  if (order.payIn === 'awaiting') {
    if (isStopped(order)) return [placed, unpaidEndStep(view)];
    const until = order.lapsesAt
      ? { note: formatMessage(trackSteps.until, { moment: formatDateTime(order.lapsesAt) }) }
      : {};
    return [
      placed,
      stepIn(2)('now', steps.give, until),
      stepIn(3)('ahead', steps.see, order.paymentMethod === 'card' ? {} : { note: trackSteps.bankDay }),
    ];
  }
  const sent = stepIn(2)('done', steps.given, formatNote(order.claimedAt));
  const seen = isPaid(order)
    ? stepIn(3)('done', steps.seen, formatNote(order.receivedAt))
    : stepIn(3)(
        'now',
        steps.looking,
        formatPromised(isStopped(order) ? view : { ...view, promise: { kind: 'waiting' } }),
      );
  return [placed, sent, seen, ...(isStopped(order) ? refundSteps(view) : [])];
}

function sellPayInSteps(view: View): TrackStep[] {
  const { order } = view;
  const steps = trackSteps.sell;
  const placed = stepIn(1)('done', steps.placed, formatNote(order.placedAt));
  if (isPaid(order)) {
    const arrived = stepIn(2)('done', steps.seen, formatNote(order.receivedAt));
    return [placed, arrived, ...(isStopped(order) ? refundSteps(view) : [])];
  }
  if (order.payIn === 'claimed') return [placed, stepIn(2)('now', steps.looking, { note: trackSteps.networkTime })];
  return [placed, isStopped(order) ? unpaidEndStep(view) : stepIn(2)('now', steps.give)];
}

function checksTrack(view: View): Track {
  const { order, at } = view;
  const { details, meanwhile } = { ...trackSteps[order.side], ...getCardLabels(order) };
  const detailsText = order.sourceOfFundsFile ? formatMessage(trackSteps.funds, { details }) : details;
  const first = stepIn(1)('done', detailsText, formatNote(order.placedAt));
  const named = (badge: Track['badge'], ...steps: TrackStep[]) => ({ name: 'Checks', badge, steps: [first, ...steps] });
  if (order.status === 'cancelled') return named(trackBadges.review_ended);
  if (order.status !== 'pending')
    return named(trackBadges.reviewed, stepIn(3)('done', trackSteps.reviewed, formatNote(at('startProcessing'))));
  return named(
    trackBadges.in_review,
    order.payIn === 'received'
      ? stepIn(3)('now', trackSteps.review)
      : stepIn(3)('ahead', trackSteps.review, { note: meanwhile }),
  );
}

const completedSteps = { none: 0, failed: 0, prepared: 1, approved: 2, sent: 3 } as const;

function payOutTrack(view: View): Track {
  const { order, at } = view;
  const name = 'Payout';
  if (isStopped(order)) return { name, badge: trackBadges.none, steps: [stepIn(5)('stop', trackSteps.nothing)] };
  const doneCount = completedSteps[order.payOut];
  const started = order.status !== 'pending';
  const stateOf = (index: number): StepState =>
    index < doneCount ? 'done' : started && index === doneCount ? 'now' : 'ahead';
  const steps = trackSteps[order.side];
  const { symbol } = order.coins;
  return {
    name,
    badge: trackBadges[doneCount === 3 ? 'sent' : started ? 'started' : 'not_started'],
    steps: [
      stepIn(3)(
        stateOf(0),
        trackSteps[doneCount > 0 ? 'prepared' : 'prepares'],
        formatNote(doneCount > 0 ? at('preparePayout') : null),
      ),
      stepIn(4)(
        stateOf(1),
        trackSteps[doneCount > 1 ? 'approved' : 'approves'],
        formatNote(doneCount > 1 ? at('approvePayout') : null),
      ),
      doneCount === 3
        ? stepIn(5)('done', formatMessage(steps.left, { symbol }), formatNote(order.closedAt))
        : stepIn(5)(stateOf(2), formatMessage(steps.leaves, { symbol }), formatPromised(view)),
    ],
  };
}

type ColumnDay = { from: Date; to: Date; by: boolean } | null;

const toColumnDay = (...moments: (Date | null)[]): ColumnDay => {
  const times = moments.filter((moment) => moment !== null).map((moment) => moment.getTime());
  return times.length === 0
    ? null
    : { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)), by: false };
};

function daysWhenStopped({ order, now, at }: View, by: ColumnDay): ColumnDay[] {
  const second =
    order.payIn === 'awaiting' ? order.closedAt : order.side === 'buy' ? order.claimedAt : order.receivedAt;
  const third = order.payIn === 'claimed' ? now : order.side === 'buy' ? order.receivedAt : at('startProcessing');
  const last =
    order.payIn === 'returned' ? toColumnDay(at('returnMoney') ?? order.closedAt) : (by ?? toColumnDay(order.closedAt));
  return [
    toColumnDay(order.placedAt),
    toColumnDay(second ?? order.closedAt),
    toColumnDay(third ?? order.closedAt),
    last,
    last,
  ];
}

function columnDays(view: View): ColumnDay[] {
  const { order, now, at } = view;
  const owed = getPromisedDate(view);
  const by: ColumnDay = owed && { from: owed, to: owed, by: true };
  if (isStopped(order)) return daysWhenStopped(view, by);
  const first = toColumnDay(order.placedAt);
  if (order.payIn === 'awaiting' || (order.side === 'sell' && order.payIn === 'claimed'))
    return [first, toColumnDay(now), by, by, by];
  const second = toColumnDay(order.side === 'buy' ? order.claimedAt : order.receivedAt);
  const doneCount = completedSteps[order.payOut];
  const third = toColumnDay(order.receivedAt, at('startProcessing'), doneCount === 0 ? now : at('preparePayout'));
  if (order.status === 'completed')
    return [first, second, third, toColumnDay(at('approvePayout') ?? order.closedAt), toColumnDay(order.closedAt)];
  return [
    first,
    second ?? third,
    third,
    doneCount > 0 ? toColumnDay(at('approvePayout'), now) : by,
    doneCount > 1 ? toColumnDay(now) : by,
  ];
}

function dayName(day: ColumnDay, now: Date): string {
  if (!day) return '';
  const { from, to, by } = day;
  const isToday = (moment: Date) => jamaicaDay(moment) === jamaicaDay(now);
  if (by && to < now) return `Was due ${formatDay(to)}`;
  if (by) return isToday(to) ? 'By today' : `By ${formatDay(to)}`;
  if (jamaicaDay(from) === jamaicaDay(to)) return isToday(to) ? `Today, ${formatDay(to)}` : formatDay(to);
  return `${formatDay(from)} to ${isToday(to) ? 'today' : formatDay(to)}`;
}

/** Builds the day headings. Adjacent columns of one day share a heading, and days never go backwards. */
function headings(view: View): LaneDay[] {
  const days: LaneDay[] = [];
  let reached = 0;
  for (const day of columnDays(view)) {
    const name = dayName(day, view.now);
    const last = days.at(-1);
    const isBackwards = day !== null && !day.by && day.to.getTime() < reached;
    if (last && (isBackwards || days.some((known) => known.name === name))) last.columns += 1;
    else days.push({ name, columns: 1, today: /^Today|today$/.test(name) && !name.startsWith('By') });
    reached = Math.max(reached, day && !day.by ? day.to.getTime() : 0);
  }
  return days;
}

export function getCalendar(input: TimelineInput, now: Date): Calendar {
  const at = (event: string) => input.story.findLast((line) => line.event === event)?.at ?? null;
  const view: View = { ...input, now, at };
  const payIn = input.order.side === 'buy' ? buyPayInSteps(view) : sellPayInSteps(view);
  return {
    days: headings(view),
    tracks: [{ name: 'Payment', badge: payInBadge(input), steps: payIn }, checksTrack(view), payOutTrack(view)],
  };
}
