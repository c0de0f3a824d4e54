import { useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { later } from '../../../ui/later.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { useRememberedPlace } from '../../../ui/sign-in-needed.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { PlanCards } from '../../subscriptions/screens/plan-cards.tsx';
import { WorkshopsSection } from '../../workshops/screens/workshops-section.tsx';
import { useSectionOfAddress } from './use-section-of-address.ts';

export const meta = () => [
  { title: 'Plans and workshops - Cryptocommerce' },
  {
    name: 'description',
    content:
      'Coaching plans by the month: courses, wallet and exchange help, and a person to ask. And workshops to join.',
  },
];

const CardReturn = later(async () => (await import('../../payments/screens/card-return.tsx')).CardReturn);

/** What somebody is to pay for here, a plan or places: they may come back from the card page of it. */
function BackFromCard() {
  const plan = useQuery(api.subscriptions.own.queryOptions());
  const places = useQuery(api.workshops.own.queryOptions());
  if (!plan.data || !places.data) return null;
  const toPay = [plan.data.pending, ...places.data.places].flatMap((one) =>
    one?.toPay && one.paymentId ? [one.paymentId] : [],
  );
  return toPay.length > 0 && <CardReturn payments={toPay} />;
}

/**
 * /subscriptions: plans and workshops, to be seen by everybody, visitors too; `#workshops-heading` leads to these [001
 * §2 Subscriptions page, §6 Visitor].
 */
export default function Subscriptions() {
  useRememberedPlace();
  useSectionOfAddress();
  const { session } = useViewer();
  return (
    <div className="wrap">
      {session === 'in' && <BackFromCard />}
      <ScreenHead title="Plans and workshops" text="Learn with somebody beside you, a month at a time." />
      <section aria-labelledby="plans-heading">
        <PlanCards />
      </section>
      <section aria-labelledby="workshops-heading" className="workshops">
        <WorkshopsSection />
      </section>
    </div>
  );
}
