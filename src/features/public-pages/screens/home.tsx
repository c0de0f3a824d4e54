import { placeholderFacts } from '../facts.ts';
import { CostExample } from './home-parts/cost-example.tsx';
import { Features } from './home-parts/features.tsx';
import { Hero } from './home-parts/hero.tsx';
import { HowItWorks } from './home-parts/how-it-works.tsx';
import { LatestPrices } from './home-parts/latest-prices.tsx';
import { Programs } from './home-parts/programs.tsx';
import { Tokens } from './home-parts/tokens.tsx';
import { pageMeta } from './page-meta.ts';
import { getCompanyData } from './structured-data.ts';

export const meta = () =>
  pageMeta({
    path: '/',
    name: 'Master Cryptocurrency and Blockchain',
    description:
      'Learn about crypto in plain words, then buy and sell it with Jamaican dollars. Live prices in J$ and US$, ' +
      'and the full cost before you pay.',
    data: [getCompanyData()],
  });

/** Prerendered home page [000 §2 Home]. A refresh replaces the elements with `data-living`. */
export default function Home() {
  return (
    <div className="home" data-island="home" data-state={placeholderFacts.state}>
      <Hero>
        <LatestPrices facts={placeholderFacts} />
      </Hero>
      <HowItWorks />
      <CostExample facts={placeholderFacts} />
      <Features fee={placeholderFacts.terms.fee} />
      <Tokens terms={placeholderFacts.terms} />
      <Programs />
    </div>
  );
}
