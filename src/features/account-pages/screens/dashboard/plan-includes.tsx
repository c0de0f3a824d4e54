import { company } from '../../../../ui/company.ts';
import { Link } from '../../../../ui/link.tsx';
import { Slip } from '../../../../ui/slip.tsx';
import { type Feature, features, includedIn, type Plan, planNames } from '../../../subscriptions/plans.ts';
import { planUses } from '../../portfolio-messages.ts';

/** What has a page of its own; the rest is done by people, who are asked for it. */
const pages: Partial<Record<Feature, '/courses' | '/portfolio' | '/launch'>> = {
  courses: '/courses',
  portfolio: '/portfolio',
  new_launches: '/launch',
};

const mailAbout = (feature: Feature, plan: Plan): string =>
  `mailto:${company().supportEmail}?subject=${encodeURIComponent(`${features[feature]} (${planNames[plan]} plan)`)}`;

function Way({ feature, plan }: { feature: Feature; plan: Plan }) {
  const page = pages[feature];
  if (page)
    return (
      <Link className="link" to={page}>
        {planUses.go} <span className="sr">{features[feature]}</span>
      </Link>
    );
  return (
    <a className="link" href={mailAbout(feature, plan)}>
      {planUses.ask} <span className="sr">about {features[feature]}</span>
    </a>
  );
}

/** All features that a running plan includes, each with the way to it [001 §9 Subscriptions]. */
export const PlanIncludes = ({ plan }: { plan: Plan }) => (
  <details className="under">
    <summary>{planUses.title}</summary>
    <Slip
      rows={includedIn(plan).map((feature) => ({
        label: features[feature],
        figure: <Way feature={feature} plan={plan} />,
      }))}
    />
  </details>
);
