import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { type Mode, modeNames } from '../session.ts';
import type { OwnPlace } from './shown-workshop.ts';

/** What the button of a mode says, and whether it can be pressed [001 §2]. */
function wordsOf(isIn: boolean, place: OwnPlace | undefined, left: number): readonly [words: string, open: boolean] {
  if (!isIn) return ['Log in to register', false];
  if (place?.status === 'confirmed') return ['Registered', false];
  if (place?.status === 'pending') return ['Pending', false];
  return left > 0 ? ['Join Now', true] : ['No place left', false];
}

const leftText = (left: number): string =>
  left > 20
    ? 'Places are left'
    : left === 0
      ? 'All places are taken'
      : left === 1
        ? '1 place left'
        : `${left} places left`;

/** What somebody does with a place they have: pay for it, or come. */
function Next({ place }: { place: OwnPlace }) {
  const payment = place.paymentId && (
    <Link className="link" to={`/payments/${place.paymentId}`}>
      {place.toPay ? 'Go on paying' : 'See your payment'}
    </Link>
  );
  if (place.status === 'pending') return payment;
  return (
    <>
      {place.mode === 'online' &&
        (place.link ? (
          <a className="link" href={place.link} target="_blank" rel="noreferrer">
            Take part online
          </a>
        ) : (
          'You get the link before it begins.'
        ))}
      {place.mode === 'in_person' && (
        <>
          Show this code at the door: <b className="num">{place.code}</b>
        </>
      )}{' '}
      {payment}
    </>
  );
}

type ModeRowProps = {
  mode: Mode;
  left: number;
  isIn: boolean;
  title: string;
  place: OwnPlace | undefined;
  onJoin: () => void;
};

/** One mode of a workshop: how many places are left, and one's own. */
export function ModeRow({ mode, left, isIn, title, place, onJoin }: ModeRowProps) {
  const [words, open] = wordsOf(isIn, place, left);
  return (
    <li className="row between">
      <div>
        <b>{modeNames[mode]}</b>
        <p className="t-xs ink-2">{place ? <Next place={place} /> : leftText(left)}</p>
      </div>
      <Button look={open ? undefined : 'line'} disabled={!open} onClick={onJoin}>
        {words}
        <span className="sr">
          : {title}, {modeNames[mode].toLowerCase()}
        </span>
      </Button>
    </li>
  );
}
