import { Check } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { grouped } from '../../../ui/figures.ts';
import { below, features, type Plan, planAdds, planNames } from '../plans.ts';

/** How a plan stands to whoever looks: theirs, about to be theirs, or neither. */
export type PlanStanding = 'none' | 'current' | 'pending';

const badges = {
  current: <Badge kind="approved">Current Plan</Badge>,
  pending: <Badge kind="pending">Pending Approval</Badge>,
  none: null,
};

type PlanCardProps = {
  plan: Plan;
  /** Whole J$ a month. */
  price: number;
  standing: PlanStanding;
  /** Why nobody can choose it now; null when they can. */
  shut: 'Log in to subscribe' | 'busy' | null;
  onChoose: () => void;
};

/**
 * One plan card: its price a month, its features, its badge 'Pending Approval' or 'Current Plan', and the button, 'Log
 * in to subscribe' for visitors [001 §2 Subscriptions page, §6 Visitor].
 */
export function PlanCard({ plan, price, standing, shut, onChoose }: PlanCardProps) {
  const smaller = below(plan);
  const words = shut === 'Log in to subscribe' ? shut : standing === 'none' ? `Subscribe to ${planNames[plan]}` : null;
  return (
    <article className="plan" aria-labelledby={`plan-${plan}`}>
      <header>
        <h3 className="t-xl" id={`plan-${plan}`}>
          {planNames[plan]}
        </h3>
        {badges[standing]}
      </header>
      <p className="t-2xl num">
        J${grouped(String(price))}
        <small> a month</small>
      </p>
      <ul>
        {smaller && (
          <li className="b">
            <Check className="ic" aria-hidden="true" />
            Everything in {planNames[smaller]}
          </li>
        )}
        {planAdds[plan].map((feature) => (
          <li key={feature}>
            <Check className="ic" aria-hidden="true" />
            {features[feature]}
          </li>
        ))}
      </ul>
      <Button full disabled={words === null || shut !== null} onClick={onChoose}>
        {words ?? (standing === 'pending' ? 'Pending Approval' : 'Current Plan')}
      </Button>
    </article>
  );
}
