import { openFacts } from '../facts.ts';
import { CostExample } from './home-parts/cost-example.tsx';
import { Features } from './home-parts/features.tsx';
import { Hero } from './home-parts/hero.tsx';
import { HowItWorks } from './home-parts/how-it-works.tsx';
import { LatestPrices } from './home-parts/latest-prices.tsx';
import { Programs } from './home-parts/programs.tsx';
import { Tokens } from './home-parts/tokens.tsx';
import { pageMeta } from './page-meta.ts';
import { companyData } from './structured-data.ts';

export const meta = () =>
  pageMeta({
    path: '/',
    name: 'Master Cryptocurrency and Blockchain',
    description:
      'Learn about crypto in plain words, then buy and sell it with Jamaican dollars. Live prices in J$ and US$, ' +
      'and the whole cost before you pay.',
    data: [companyData()],
  });

/**
 * The first page that most people see [000 §2 Home]: a document, built once with open places for its figures, which the
 * server fills for every visitor. What stands in `data-living` is taken from the page again when it is read again.
 */
export default function Home() {
  return (
    <div className="home" data-island="home" data-state={openFacts.state}>
      <Hero>
        <LatestPrices facts={openFacts} />
      </Hero>
      <HowItWorks />
      <CostExample facts={openFacts} />
      <Features fee={openFacts.terms.fee} />
      <Tokens terms={openFacts.terms} />
      <Programs />
    </div>
  );
}
