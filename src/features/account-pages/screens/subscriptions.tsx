import { ScreenHead } from '../../../ui/screen-head.tsx';
import { useRememberedPlace } from '../../../ui/sign-in-needed.tsx';
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

/**
 * /subscriptions: plans and workshops, to be seen by everybody, visitors too; `#workshops-heading` leads to these [001
 * §2 Subscriptions page, §6 Visitor].
 */
export default function Subscriptions() {
  useRememberedPlace();
  useSectionOfAddress();
  return (
    <div className="wrap">
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
