import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { momentText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { type Mode, modeNames } from '../session.ts';
import type { OwnPlace } from './shown-workshop.ts';

const MovePlace = later(async () => (await import('./move-place.tsx')).MovePlace);

/** What pressing the button of a mode does: nothing, when there is none. */
type Act = 'join' | 'wait' | null;

/** What the button of a mode says [001 §2], and what it does. */
function wordsOf(isIn: boolean, place: OwnPlace | undefined, { left, open }: Vacancy): readonly [string, Act] {
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

/** How somebody stands who waits for a place, and a way out. */
function InLine({ place }: { place: OwnPlace }) {
  const queries = useQueryClient();
  const leave = useMutation({
    ...api.workshops.leave.mutationOptions(),
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <>
      {place.offeredUntil && place.status === 'offered'
        ? `A place is free for you until ${momentText(place.offeredUntil)}. After that it goes to the next one.`
        : 'You are on the waiting list. We write to you when a place is free for you.'}{' '}
      <Button look="line" size="small" busy={leave.isPending} onClick={() => leave.mutate({ placeId: place.id })}>
        {place.status === 'offered' ? 'I do not want it' : 'Leave the waiting list'}
      </Button>
    </>
  );
}

/** What somebody does with a place they have: pay for it, or come. */
function Next({ place, mayMove }: { place: OwnPlace; mayMove: boolean }) {
  const [moving, setMoving] = useState(false);
  const payment = place.paymentId && (
    <Link className="link" to={`/payments/${place.paymentId}`}>
      {place.toPay ? 'Go on paying' : 'See your payment'}
    </Link>
  );
  if (place.status === 'pending') return payment;
  if (place.status === 'waiting' || place.status === 'offered') return <InLine place={place} />;
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
      {payment}{' '}
      <a className="link" href={`/api/workshops/${place.id}.ics`} download>
        Add to your calendar
      </a>{' '}
      {mayMove && (
        <Button look="line" size="small" onClick={() => setMoving(true)}>
          Move your place
        </Button>
      )}
      {moving && <MovePlace place={place} onClose={() => setMoving(false)} />}
    </>
  );
}

type ModeRowProps = {
  mode: Mode;
  left: number;
  isIn: boolean;
  title: string;
  place: OwnPlace | undefined;
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
        <p className="t-xs ink-2">
          {place ? <Next place={place} mayMove={open && place.movedAt === null} /> : leftText(left)}
        </p>
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
