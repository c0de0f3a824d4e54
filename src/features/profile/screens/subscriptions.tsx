import { useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { useStoreReturnPath } from '../../../ui/sign-in-required.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { PlanCards } from '../../subscriptions/screens/plan-cards.tsx';
import { WorkshopsSection } from '../../workshops/screens/workshops-section.tsx';
import { useHashSection } from './use-hash-section.ts';

export const meta = () => [
  { title: 'Plans and workshops - Cryptocommerce' },
  {
    name: 'description',
    content:
      'Monthly coaching plans with courses, wallet and exchange help, and a person to ask. Plus workshops to join.',
  },
];

const CardReturn = lazyPart(async () => (await import('../../payments/screens/card-return.tsx')).CardReturn);

function BackFromCard() {
  const plan = useQuery(api.subscriptions.own.queryOptions());
  const places = useQuery(api.workshops.own.queryOptions());
  if (!plan.data || !places.data) return null;
  const toPay = [plan.data.pending, ...places.data.places].flatMap((item) =>
    item?.toPay && item.paymentId ? [item.paymentId] : [],
  );
  return toPay.length > 0 && <CardReturn payments={toPay} />;
}

/** /subscriptions, open to visitors too; `#workshops-heading` is linked [001 §2 Subscriptions page, §6 Visitor]. */
export default function Subscriptions() {
  useStoreReturnPath();
  useHashSection();
  const { session } = useViewer();
  return (
    <div className="wrap">
      {session === 'in' && <BackFromCard />}
      <ScreenHead title="Plans and workshops" text="Learn with someone by your side, one month at a time." />
      <section aria-labelledby="plans-heading">
        <PlanCards />
      </section>
      <section aria-labelledby="workshops-heading" className="workshops">
        <WorkshopsSection />
      </section>
    </div>
  );
}
