import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, MapPin } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { wholeJmd } from '../../../kernel/money.ts';
import { Button } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { toastRefusal } from '../../../ui/error-message.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { formatPlural, groupThousands } from '../../../ui/number-format.ts';
import { ShareButton } from '../../../ui/share-button.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { beginFailures } from '../../payments/customer-messages.ts';
import type { PaymentMethod } from '../../payments/payment.ts';
import type { PayDialog as Dialog, PayableItem } from '../../payments/screens/pay-dialog.tsx';
import { seatToasts } from '../customer-messages.ts';
import { formatTimes, type Mode, modeNames } from '../session.ts';

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
        confirmLabel="Leave"
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

function ModeRow({ mode, left, isIn, title, place, open, onJoin, onWait }: ModeRowProps) {
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

type ShownWorkshop = Awaited<ReturnType<typeof call.workshops.list>>['sessions'][number];
type Place = Awaited<ReturnType<typeof call.workshops.own>>['places'][number];

type WorkshopCardProps = {
  workshop: ShownWorkshop;
  price: number;
  isIn: boolean;
  places: readonly Place[];
  onJoin: (mode: Mode) => void;
  onWait: (mode: Mode) => void;
};

/** A workshop with its registration modes [001 §2 Subscriptions page]. */
function WorkshopCard({ workshop, price, isIn, places, onJoin, onWait }: WorkshopCardProps) {
  const { id, title, description, flyer, flyerAlt, startAt, endAt, place, seats } = workshop;
  return (
    <article className="workshop" aria-labelledby={`workshop-${id}`}>
      {flyer && <img src={flyer} alt={flyerAlt ?? ''} loading="lazy" width={480} height={320} />}
      <div className="stack">
        <h3 className="t-xl" id={`workshop-${id}`}>
          {title}
        </h3>
        <ul className="facts-list">
          <li>
            <CalendarDays className="ic" aria-hidden="true" />
            {formatTimes(startAt, endAt)}
          </li>
          <li>
            <MapPin className="ic" aria-hidden="true" />
            {place}
          </li>
        </ul>
        <p className="said">{description}</p>
        <p className="num">
          <b>J${groupThousands(String(price))}</b> <span className="ink-2">per place</span>
        </p>
        {workshop.open || places.length > 0 ? (
          <ul className="modes">
            {seats.map(({ mode, left }) => (
              <ModeRow
                key={mode}
                mode={mode}
                left={workshop.open ? left : 0}
                isIn={isIn}
                title={title}
                place={places.find((each) => each.mode === mode)}
                open={workshop.open}
                onJoin={() => onJoin(mode)}
                onWait={() => onWait(mode)}
              />
            ))}
          </ul>
        ) : (
          <p className="ink-2">This workshop has started. Registration is closed.</p>
        )}
        {workshop.open && <ShareButton title={title} path={`/subscriptions#workshop-${id}`} />}
      </div>
    </article>
  );
}

type Registering = { key: string; sessionId: string; mode: Mode; method: PaymentMethod; price: number };
type ChosenPlace = { readonly workshop: ShownWorkshop; readonly mode: Mode };

const OwnAwards = lazyPart(async () => (await import('./own-awards.tsx')).OwnAwards);
const PayDialog = lazyPart(
  async () => (await import('../../payments/screens/pay-dialog.tsx')).PayDialog as typeof Dialog<Registering>,
);

const toPay = ({ workshop, mode }: ChosenPlace, price: number): PayableItem<Registering> => ({
  title: `Join ${workshop.title}`,
  about: (
    <p>
      <MoneyText money={wholeJmd(price)} cents="whole" /> for one place, {modeNames[mode].toLowerCase()},{' '}
      {formatTimes(workshop.startAt, workshop.endAt)}. We hold your place while you pay. It's booked once we have your
      payment.
    </p>
  ),
  failed: beginFailures.workshop,
  begin: api.workshops.register,
  body: (method, key) => ({ key, sessionId: workshop.id, mode, method, price }),
});

/** Lists active workshops, soonest first, also for visitors [001 §2 Subscriptions page]. */
export function WorkshopsSection() {
  const isIn = useViewer().session === 'in';
  const list = useQuery(api.workshops.list.queryOptions());
  const own = useQuery({ ...api.workshops.own.queryOptions(), enabled: isIn });
  const [chosen, setChosen] = useState<ChosenPlace | null>(null);
  const queries = useQueryClient();
  const wait = useMutation({
    ...api.workshops.wait.mutationOptions(),
    onSuccess: () => toastSuccess(seatToasts.waiting),
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries(),
  });
  const waits = !list.data ? list : isIn && !own.data ? own : null;
  return (
    <>
      <h2 id="workshops-heading" className="ruled">
        Workshops
      </h2>
      {waits && <QueryPlaceholder query={waits} text="We couldn't load the workshops." lines={[40, 100, 90, 96]} />}
      {own.data?.places
        .filter(({ sessionStatus }) => sessionStatus === 'cancelled')
        .map((place) => (
          <Notice key={place.id} kind="note">
            {place.title}, {formatTimes(place.startAt, place.endAt)}, is cancelled. If you paid, we'll refund the full
            amount to where it came from. You don't need to do anything.
          </Notice>
        ))}
      {!waits && own.data && own.data.awards.length > 0 && <OwnAwards awards={own.data.awards} />}
      {!waits && list.data?.sessions.length === 0 && <EmptyState title="No active workshops available right now." />}
      {!waits &&
        list.data?.sessions.map((workshop) => (
          <WorkshopCard
            key={workshop.id}
            workshop={workshop}
            price={list.data.price}
            isIn={isIn}
            places={own.data?.places.filter(({ sessionId }) => sessionId === workshop.id) ?? []}
            onJoin={(mode) => setChosen({ workshop, mode })}
            onWait={(mode) => wait.mutate({ sessionId: workshop.id, mode })}
          />
        ))}
      {chosen && list.data && <PayDialog item={toPay(chosen, list.data.price)} onClose={() => setChosen(null)} />}
    </>
  );
}
