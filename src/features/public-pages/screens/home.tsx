import { Hero } from './home-parts/hero.tsx';
import { LatestPrices } from './home-parts/latest-prices.tsx';
import { Still } from './home-parts/still.tsx';
import { pageMeta } from './page-meta.ts';
import { useHomeFacts } from './use-home-facts.ts';

export const meta = () =>
  pageMeta({
    path: '/',
    title: 'Master Cryptocurrency and Blockchain · Cryptocommerce',
    description:
      'Learn about crypto in plain words, then buy and sell it with Jamaican dollars. Live prices in J$ and US$, ' +
      'and the whole cost before you pay.',
  });

/** The first page that most people see [000 §2]: a document with its figures in it, made live by a small script. */
export default function Home() {
  const { facts, text, read } = useHomeFacts();
  return (
    <div id="home" className="home" data-state={facts.state} data-facts={text}>
      <Hero>
        <LatestPrices facts={facts} read={read} />
      </Hero>
      <Still facts={facts} />
    </div>
  );
}
