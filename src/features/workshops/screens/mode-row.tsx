import { Button } from '../../../ui/button.tsx';
import { type Mode, modeNames } from '../session.ts';
import { OwnPlace } from './own-place.tsx';
import type { OwnPlace as Place } from './shown-workshop.ts';

/** What pressing the button of a mode does: nothing, when there is none. */
type Act = 'join' | 'wait' | null;

/**
 * What the workshop button says, 'Join Now', 'Pending', 'Registered' or 'Log in to register' [001 §2 Subscriptions
 * page], and what it does.
 */
function wordsOf(isIn: boolean, place: Place | undefined, { left, open }: Vacancy): readonly [string, Act] {
  if (!isIn) return ['Log in to register', null];
  if (place?.status === 'confirmed') return ['Registered', null];
  if (place?.status === 'pending') return ['Pending', null];
  if (place?.status === 'waiting') return ['Waiting', null];
  if (place?.status === 'offered') return ['Take your place', 'join'];
  if (left > 0) return ['Join Now', 'join'];
  return open ? ['Join the waiting list', 'wait'] : ['No place left', null];
}

/** Places left, and whether any are given still. */
type Vacancy = { readonly left: number; readonly open: boolean };

const leftText = (left: number): string =>
  left > 20
    ? 'Places are left'
    : left === 0
      ? 'All places are taken'
      : left === 1
        ? '1 place left'
        : `${left} places left`;

type ModeRowProps = {
  mode: Mode;
  left: number;
  isIn: boolean;
  title: string;
  place: Place | undefined;
  /** Whether places are given still. */
  open: boolean;
  onJoin: () => void;
  onWait: () => void;
};

/** One mode of a workshop: how many places are left, and one's own. */
export function ModeRow({ mode, left, isIn, title, place, open, onJoin, onWait }: ModeRowProps) {
  const [words, act] = wordsOf(isIn, place, { left, open });
  return (
    <li className="row between">
      <div>
        <b>{modeNames[mode]}</b>
        {place ? (
          <OwnPlace place={place} mayMove={open && place.movedAt === null && place.checkedInAt === null} />
        ) : (
          <p className="t-xs ink-2">{leftText(left)}</p>
        )}
      </div>
      <Button
        look={act === 'join' ? undefined : 'line'}
        disabled={act === null}
        onClick={act === 'wait' ? onWait : onJoin}
      >
        {words}
        <span className="sr">
          : {title}, {modeNames[mode].toLowerCase()}
        </span>
      </Button>
    </li>
  );
}
