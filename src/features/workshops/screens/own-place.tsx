import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { AskDialog } from '../../../ui/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { momentText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { placeNotices } from '../own-messages.ts';
import type { OwnPlace as Place } from './shown-workshop.ts';

const MovePlace = later(async () => (await import('./move-place.tsx')).MovePlace);

/** How somebody stands who waits for a place, and a way out. */
function InLine({ place }: { place: Place }) {
  const queries = useQueryClient();
  const leave = useMutation({
    ...api.workshops.leave.mutationOptions(),
    onSuccess: () => toastSuccess(placeNotices.left),
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
          ? `A place is free for you until ${momentText(place.offeredUntil)}. After that it goes to the next one.`
          : 'You are on the waiting list. We write to you when a place is free for you.'}
      </p>
      <div className="row under">
        <Button look="line" size="small" onClick={() => setAsking(true)}>
          {place.status === 'offered' ? 'I do not want it' : 'Leave the waiting list'}
        </Button>
      </div>
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        locked={leave.isPending}
        title="Give up your turn?"
        keep="Keep it"
        says="Give it up"
        grave
        busy={leave.isPending}
        onAct={() => leave.mutate({ placeId: place.id })}
      >
        <p>The next one in line moves up. Who joins again stands last.</p>
      </AskDialog>
    </>
  );
}

/** A place that is paid: how to take part, and what can be done with it. */
function Paid({ place, mayMove }: { place: Place; mayMove: boolean }) {
  const [moving, setMoving] = useState(false);
  return (
    <>
      <p className="t-xs ink-2">
        {place.mode === 'in_person' ? (
          <>
            Show this code at the door: <b className="num">{place.code}</b>
          </>
        ) : place.link ? (
          <a className="link" href={place.link} target="_blank" rel="noreferrer">
            Take part online
          </a>
        ) : (
          'You get the link before it begins.'
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
          <Button look="line" size="small" onClick={() => setMoving(true)}>
            Move your place
          </Button>
        )}
      </div>
      {moving && <MovePlace place={place} onClose={() => setMoving(false)} />}
    </>
  );
}

/** What somebody does with a place of theirs: wait, take it, pay for it, or come. */
export function OwnPlace({ place, mayMove }: { place: Place; mayMove: boolean }) {
  if (place.status === 'waiting' || place.status === 'offered') return <InLine place={place} />;
  if (place.status === 'confirmed') return <Paid place={place} mayMove={mayMove} />;
  return (
    <p className="t-xs">
      <Link className="link" to={`/payments/${place.paymentId}`}>
        {place.toPay ? 'Go on paying' : 'See your payment'}
      </Link>
    </p>
  );
}
