import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toastRefusal } from '../../../ui/error-message.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { type Mode, modeNames } from '../session.ts';
import { seatToasts } from '../toasts.ts';
import type { OwnPlace as Place } from './types.ts';

const MovePlace = lazyPart(async () => (await import('./move-seat.tsx')).MoveSeat);

function WaitingSeat({ place }: { place: Place }) {
  const queries = useQueryClient();
  const leave = useMutation({
    ...api.workshops.leave.mutationOptions(),
    onSuccess: () => toastSuccess(seatToasts.left),
    onError: toastRefusal,
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries();
    },
  });
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p className="t-xs ink-2">
        {place.offeredUntil && place.status === 'offered'
          ? `A place is free for you until ${formatDateTime(place.offeredUntil)}. After that, we'll offer it to the next person.`
          : "You're on the waiting list. We'll email you when a place is free."}
      </p>
      <div className="row under">
        <Button variant="line" size="small" onClick={() => setAsking(true)}>
          {place.status === 'offered' ? 'No, thanks' : 'Leave the waiting list'}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        locked={leave.isPending}
        title="Leave the waiting list?"
        cancelLabel="Stay on the list"
        says="Leave"
        grave
        busy={leave.isPending}
        onConfirm={() => leave.mutate({ placeId: place.id })}
      >
        <p>You'll lose your position. If you join again, you'll be last in line.</p>
      </ConfirmDialog>
    </>
  );
}

function PaidSeat({ place, mayMove }: { place: Place; mayMove: boolean }) {
  const [moving, setMoving] = useState(false);
  return (
    <>
      <p className="t-xs ink-2">
        {place.mode === 'in_person' ? (
          <>
            Show this code when you arrive: <b className="num">{place.code}</b>
          </>
        ) : place.link ? (
          <a className="link" href={place.link} target="_blank" rel="noreferrer">
            Join online
          </a>
        ) : (
          "You'll get the link before the workshop starts."
        )}
      </p>
      <div className="row under t-xs">
        <Link className="link" to={`/payments/${place.paymentId}`}>
          See your payment
        </Link>
        <a className="link" href={`/api/workshops/${place.id}.ics`} download>
          Add to your calendar
        </a>
        {mayMove && (
          <Button variant="line" size="small" onClick={() => setMoving(true)}>
            Move your place
          </Button>
        )}
      </div>
      {moving && <MovePlace place={place} onClose={() => setMoving(false)} />}
    </>
  );
}

function OwnPlace({ place, mayMove }: { place: Place; mayMove: boolean }) {
  if (place.status === 'waiting' || place.status === 'offered') return <WaitingSeat place={place} />;
  if (place.status === 'confirmed') return <PaidSeat place={place} mayMove={mayMove} />;
  return (
    <p className="t-xs">
      <Link className="link" to={`/payments/${place.paymentId}`}>
        {place.toPay ? 'Continue payment' : 'See your payment'}
      </Link>
    </p>
  );
}

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
