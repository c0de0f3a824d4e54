import { formatDateTime } from '../../../../ui/format.ts';
import { Timeline, type TimelineStep } from '../../../../ui/timeline.tsx';
import { actionLabels, getEventLabel, getReasonText } from '../../../trading/screens/staff-labels.ts';
import type { Case } from '../data.ts';

const stopEvents: readonly string[] = [
  'fail',
  'cancel',
  'cancelOwn',
  'callOff',
  'lapse',
  'hold',
  'payoutFailed',
  'payoutBounced',
  'returnBounced',
  'undoReturn',
  'extraBounced',
  'payInUndone',
  'latePayInUndone',
  'extraUndone',
  'rejectClaim',
  'sendBack',
];

type TimelineEvent = Case['story'][number];

const formatActor = ({ actorKind, actor }: TimelineEvent): string =>
  actorKind === 'customer' ? 'customer' : actorKind === 'system' ? 'automatic' : (actor ?? 'staff');

const toStep = (line: TimelineEvent): TimelineStep => {
  const reason = getReasonText(line.event, line.reasonCode);
  return {
    state: stopEvents.includes(line.event) ? 'stop' : 'done',
    title: getEventLabel(line.event),
    note: (
      <>
        {formatDateTime(line.at)}, {formatActor(line)}
        {!line.public && <span className="staff-only"> staff only</span>}
        {reason && <span className="why">{reason}</span>}
        {line.note && <span className="why">“{line.note}”</span>}
      </>
    ),
  };
};

export function OrderTimeline({ file }: { file: Case }) {
  const steps = file.story.map(toStep);
  const next: TimelineStep[] = file.nextAction ? [{ state: 'now', title: actionLabels[file.nextAction] }] : [];
  return (
    <div>
      <h3>Timeline</h3>
      <Timeline steps={[...steps, ...next]} />
    </div>
  );
}
