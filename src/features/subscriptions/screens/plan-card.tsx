import { Check } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { groupThousands } from '../../../ui/number-format.ts';
import { features, getSmallerPlan, type Plan, planAdds, planNames } from '../plans.ts';

export type PlanStatus = 'none' | 'current' | 'pending';

const badges = {
  current: <Badge kind="approved">Current Plan</Badge>,
  pending: <Badge kind="pending">Pending Approval</Badge>,
  none: null,
};

type PlanCardProps = {
  plan: Plan;
  price: number;
  status: PlanStatus;
  unavailable: 'Log in to subscribe' | 'busy' | null;
  onChoose: () => void;
};

/** [001 §2 Subscriptions page, §6 Visitor] */
export function PlanCard({ plan, price, status, unavailable, onChoose }: PlanCardProps) {
  const smaller = getSmallerPlan(plan);
  const label =
    unavailable === 'Log in to subscribe' ? unavailable : status === 'none' ? `Subscribe to ${planNames[plan]}` : null;
  return (
    <article className="plan" aria-labelledby={`plan-${plan}`}>
      <header>
        <h3 className="t-xl" id={`plan-${plan}`}>
          {planNames[plan]}
        </h3>
        {badges[status]}
      </header>
      <p className="t-2xl num">
        J${groupThousands(String(price))}
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
      <Button full disabled={label === null || unavailable !== null} onClick={onChoose}>
        {label ?? (status === 'pending' ? 'Pending Approval' : 'Current Plan')}
      </Button>
    </article>
  );
}
