import { getCompany } from '../../../../ui/company.ts';
import { Link } from '../../../../ui/link.tsx';
import { PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { type Feature, features, getFeatures, type Plan, planNames } from '../../../subscriptions/plans.ts';
import { planLabels } from '../../portfolio-messages.ts';

const pages: Partial<Record<Feature, '/courses' | '/portfolio' | '/launch'>> = {
  courses: '/courses',
  portfolio: '/portfolio',
  new_launches: '/launch',
};

const getMailUrl = (feature: Feature, plan: Plan): string =>
  `mailto:${getCompany().supportEmail}?subject=${encodeURIComponent(`${features[feature]} (${planNames[plan]} plan)`)}`;

function FeatureLink({ feature, plan }: { feature: Feature; plan: Plan }) {
  const page = pages[feature];
  if (page)
    return (
      <Link className="link" to={page}>
        {planLabels.go} <span className="sr">{features[feature]}</span>
      </Link>
    );
  return (
    <a className="link" href={getMailUrl(feature, plan)}>
      {planLabels.ask} <span className="sr">about {features[feature]}</span>
    </a>
  );
}

/** Features of a running plan, each with its link [001 §9 Subscriptions]. */
export const PlanIncludes = ({ plan }: { plan: Plan }) => (
  <details className="under">
    <summary>{planLabels.title}</summary>
    <PriceBreakdown
      rows={getFeatures(plan).map((feature) => ({
        label: features[feature],
        figure: <FeatureLink feature={feature} plan={plan} />,
      }))}
    />
  </details>
);
