import { momentText } from '../../../../ui/format.ts';
import { Way, type WayStep } from '../../../../ui/way.tsx';
import { actionWords, eventWord, reasonWords } from '../../../trading/screens/desk-words.ts';
import type { Case } from './data.ts';

const stops: readonly string[] = [
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

type StoryLine = Case['story'][number];

const who = ({ actorKind, actor }: StoryLine): string =>
  actorKind === 'customer' ? 'customer' : actorKind === 'system' ? 'by itself' : (actor ?? 'staff');

const stepOf = (line: StoryLine): WayStep => {
  const reason = reasonWords(line.event, line.reasonCode);
  return {
    state: stops.includes(line.event) ? 'stop' : 'done',
    title: eventWord(line.event),
    note: (
      <>
        {momentText(line.at)}, {who(line)}
        {!line.public && <span className="staff-only"> staff only</span>}
        {reason && <span className="why">{reason}</span>}
        {line.note && <span className="why">“{line.note}”</span>}
      </>
    ),
  };
};

/** What happened to the order, oldest first, and what it waits for now. */
export function Story({ file }: { file: Case }) {
  const steps = file.story.map(stepOf);
  const next: WayStep[] = file.nextAction ? [{ state: 'now', title: actionWords[file.nextAction] }] : [];
  return (
    <div>
      <h3>Story</h3>
      <Way steps={[...steps, ...next]} />
    </div>
  );
}
