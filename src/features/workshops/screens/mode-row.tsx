import { Button } from '../../../ui/button.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import { type Mode, modeNames } from '../session.ts';
import { OwnPlace } from './own-seat.tsx';
import type { OwnPlace as Place } from './types.ts';

type RowAction = 'join' | 'wait' | null;

/** Returns the button's label and action [001 §2 Subscriptions page]. */
function getButton(isIn: boolean, place: Place | undefined, { left, open }: Vacancy): readonly [string, RowAction] {
  if (!isIn) return ['Log in to register', null];
  if (place?.status === 'confirmed') return ['Registered', null];
  if (place?.status === 'pending') return ['Pending', null];
  if (place?.status === 'waiting') return ['Waiting', null];
  if (place?.status === 'offered') return ['Take your place', 'join'];
  if (left > 0) return ['Join Now', 'join'];
  return open ? ['Join the waiting list', 'wait'] : ['Fully booked', null];
}

type Vacancy = { readonly left: number; readonly open: boolean };

const formatLeft = (left: number): string =>
  left > 20 ? 'Places available' : left === 0 ? 'No places left' : `${formatPlural(left, 'place', 'places')} left`;

type ModeRowProps = {
  mode: Mode;
  left: number;
  isIn: boolean;
  title: string;
  place: Place | undefined;
  open: boolean;
  onJoin: () => void;
  onWait: () => void;
};

export function ModeRow({ mode, left, isIn, title, place, open, onJoin, onWait }: ModeRowProps) {
  const [label, action] = getButton(isIn, place, { left, open });
  return (
    <li className="row between">
      <div>
        <b>{modeNames[mode]}</b>
        {place ? (
          <OwnPlace place={place} mayMove={open && place.movedAt === null && place.checkedInAt === null} />
        ) : (
          <p className="t-xs ink-2">{formatLeft(left)}</p>
        )}
      </div>
      <Button
        variant={action === 'join' ? undefined : 'line'}
        disabled={action === null}
        onClick={action === 'wait' ? onWait : onJoin}
      >
        {label}
        <span className="sr">
          : {title}, {modeNames[mode].toLowerCase()}
        </span>
      </Button>
    </li>
  );
}
