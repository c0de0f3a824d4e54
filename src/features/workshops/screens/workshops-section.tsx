import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wholeJmd } from '../../../kernel/money.ts';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { later } from '../../../ui/later.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { beginFailures } from '../../payments/own-messages.ts';
import type { PaymentMethod } from '../../payments/payment.ts';
import type { PayDialog as Dialog, ToPay } from '../../payments/screens/pay-dialog.tsx';
import { placeNotices } from '../own-messages.ts';
import { type Mode, modeNames } from '../session.ts';
import { timesText } from '../times.ts';
import type { ShownWorkshop } from './shown-workshop.ts';
import { WorkshopCard } from './workshop-card.tsx';

type Registering = { key: string; sessionId: string; mode: Mode; method: PaymentMethod; price: number };
type ChosenPlace = { readonly workshop: ShownWorkshop; readonly mode: Mode };

const OwnAwards = later(async () => (await import('./own-awards.tsx')).OwnAwards);
const PayDialog = later(
  async () => (await import('../../payments/screens/pay-dialog.tsx')).PayDialog as typeof Dialog<Registering>,
);

const toPay = ({ workshop, mode }: ChosenPlace, price: number): ToPay<Registering> => ({
  title: `Join ${workshop.title}`,
  about: (
    <p>
      <MoneyText money={wholeJmd(price)} cents="whole" /> for one place, {modeNames[mode].toLowerCase()},{' '}
      {timesText(workshop.startAt, workshop.endAt)}. Your place is kept while you pay, and yours when we have your
      payment.
    </p>
  ),
  failed: beginFailures.workshop,
  begin: api.workshops.register,
  body: (method, key) => ({ key, sessionId: workshop.id, mode, method, price }),
});

/**
 * The workshops list (active sessions), the next one first, with its empty state; visitors see them too [001 §2
 * Subscriptions page].
 */
export function WorkshopsSection() {
  const isIn = useViewer().session === 'in';
  const list = useQuery(api.workshops.list.queryOptions());
  const own = useQuery({ ...api.workshops.own.queryOptions(), enabled: isIn });
  const [asked, setAsked] = useState<ChosenPlace | null>(null);
  const queries = useQueryClient();
  const wait = useMutation({
    ...api.workshops.wait.mutationOptions(),
    onSuccess: () => toastSuccess(placeNotices.waiting),
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries(),
  });
  const waits = !list.data ? list : isIn && !own.data ? own : null;
  return (
    <>
      <h2 id="workshops-heading" className="ruled">
        Workshops
      </h2>
      {waits && <NotYet asked={waits} text="The workshops could not be loaded." lines={[40, 100, 90, 96]} />}
      {own.data?.places
        .filter(({ sessionStatus }) => sessionStatus === 'cancelled')
        .map((place) => (
          <Notice key={place.id} kind="note">
            {place.title}, {timesText(place.startAt, place.endAt)}, does not take place. What you paid goes back to
            where it came from: you need not do anything.
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
            onJoin={(mode) => setAsked({ workshop, mode })}
            onWait={(mode) => wait.mutate({ sessionId: workshop.id, mode })}
          />
        ))}
      {asked && list.data && <PayDialog thing={toPay(asked, list.data.price)} onClose={() => setAsked(null)} />}
    </>
  );
}
