import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, MapPin } from 'lucide-react';
import { useState } from 'react';
import { wholeJmd } from '../../../kernel/money.ts';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { toastRefusal } from '../../../ui/error-message.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { groupThousands } from '../../../ui/number-format.ts';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { beginFailures } from '../../payments/customer-messages.ts';
import type { PaymentMethod } from '../../payments/payment.ts';
import type { PayDialog as Dialog, PayableItem } from '../../payments/screens/pay-dialog.tsx';
import { type Mode, modeNames } from '../session.ts';
import { formatTimes } from '../times.ts';
import { seatToasts } from '../toasts.ts';
import { ModeRow } from './mode-row.tsx';
import type { OwnPlace, ShownWorkshop } from './types.ts';

type WorkshopCardProps = {
  workshop: ShownWorkshop;
  price: number;
  isIn: boolean;
  places: readonly OwnPlace[];
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
