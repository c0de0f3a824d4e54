import { ArrowUpRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { peak } from '../../../ui/landscape/peak.ts';
import { LazyLandscape } from '../../../ui/landscape.tsx';
import { Link } from '../../../ui/link.tsx';
import { ArrowIcon, RefreshIcon } from '../../../ui/shell-icons.tsx';
import { type HomeFacts, type HomePrice, type HomeTerms, placeholderFacts } from '../facts.ts';
import { LignumMark, MahoniMark } from './coin-parts/token-marks.tsx';
import type { HomeAction } from './home-island.ts';
import { CostExample, FigureText } from './home-parts/cost-example.tsx';
import { getCompanyData, pageMeta } from './page-meta.ts';
import { Words } from './parts/words.tsx';

function PriceLine({ price }: { price: HomePrice }) {
  return (
    <li className={price.rowClass}>
      <div>
        <span className="sym">{price.symbol}</span>
        <span className="nm">{price.name}</span>
      </div>
      <div className="jm">
        <FigureText mark="J$" figure={price.jmd} />
      </div>
      <div className="usd">
        <FigureText mark="US$" figure={price.usd} plain />
        <span className={price.changeClass}>{price.change}</span>
      </div>
      <time className="at" dateTime={price.updatedIso}>
        {price.updated}
      </time>
    </li>
  );
}

const act = (name: HomeAction) => ({ 'data-act': name });

/** Contains the full, empty and failed state, and CSS shows one of them [000 §2 Home, Price panel]. */
const LatestPrices = ({ facts }: { facts: HomeFacts }) => (
  <section className="legend neat" aria-labelledby="latest">
    <header>
      <div>
        <h2 className="t-lg" id="latest">
          Latest prices
        </h2>
        <p className="if-full" data-living="updated">
          <span className="t-xs ink-3 num">
            Updated <span>{facts.updated}</span>
          </span>
          <span className={facts.demoClass}>Demo prices</span>
        </p>
      </div>
      <Button variant="bare" size="small" icon label="Refresh prices" {...act('refresh')}>
        <RefreshIcon />
      </Button>
    </header>
    <ul className="if-full" data-living="prices">
      {facts.prices.map((price, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the build always renders five placeholders.
        <PriceLine key={at} price={price} />
      ))}
    </ul>
    <div className="none if-empty">
      <p>No crypto price data available.</p>
      <Button variant="line" {...act('refresh')}>
        Fetch Latest Prices
      </Button>
    </div>
    <div className="none if-failed">
      <p>We couldn't load the prices. Check your connection and try again.</p>
      <Button variant="line" {...act('read')}>
        Try Again
      </Button>
    </div>
    <p className="note" role="status" />
    <footer>
      <span className="num if-terms" data-living="terms">
        We sell at J$<span>{facts.terms.buyRate}</span> per US$ and buy at J$<span>{facts.terms.sellRate}</span>
      </span>
      <Button variant="bare" size="small" {...act('test')}>
        Test Crypto Prices
      </Button>
    </footer>
  </section>
);

/** [000 §2 Home, decision B11] */
const Tokens = ({ terms }: { terms: HomeTerms }) => (
  <section className="band deep on-deep">
    <LazyLandscape view="band" />
    <div className="wrap">
      <h2 className="lead">Two home-grown tokens</h2>
      <div className="tokens">
        <article>
          <MahoniMark />
          <div>
            <h3>
              Mahoni <span className="ink-deep">MHI</span>
            </h3>
            <p data-living="mahoni">
              The utility token.
              <span className="if-terms">
                {' '}
                Price US$<span>{terms.mahoni}</span>, set by the company.
              </span>
            </p>
            <div className="row">
              <a className="btn sm if-terms" href={terms.community} target="_blank" rel="noreferrer">
                Join the community <ArrowUpRight className="ic" aria-hidden="true" />
                <span className="sr"> (opens a new tab)</span>
              </a>
              <ButtonLink to="/coins#mahoni" variant="line" size="small">
                About Mahoni
              </ButtonLink>
            </div>
          </div>
        </article>
        <article>
          <LignumMark />
          <div>
            <h3>
              Lignum <span className="ink-deep">LGM</span>
            </h3>
            <p>
              The training token: practise with something real.
              <span className="if-terms"> {terms.lignum}</span>
            </p>
            <div className="row">
              <ButtonLink to="/coins#lignum" variant="line" size="small">
                Ways to get free Lignum
              </ButtonLink>
            </div>
          </div>
        </article>
      </div>
    </div>
  </section>
);

const stops = [
  { x: 17, y: 74 },
  { x: 404, y: 62 },
  { x: 791, y: 40 },
];

const steps = [
  { title: 'Sign up and KYC', text: 'Open your account and verify your identity. Review typically takes 12-24 hours.' },
  { title: 'Buy, sell and learn', text: 'Pay by bank transfer or card. New to crypto? Take a course first.' },
  {
    title: 'Receive crypto or payment',
    text: 'Your crypto arrives in your wallet. Payouts arrive in your Jamaican bank account.',
  },
];

const Path = () => (
  <div className="way3">
    <svg viewBox="0 0 1160 96" preserveAspectRatio="none" aria-hidden="true">
      <path d="M17 74C160 30 260 96 404 62S640 8 791 40s208 16 352-14" vectorEffect="non-scaling-stroke" />
    </svg>
    <svg viewBox="0 0 1160 96" aria-hidden="true">
      {stops.map(({ x, y }, at) => (
        <g key={x}>
          <circle cx={x} cy={y} r="16" />
          <text x={x} y={y + 6}>
            {at + 1}
          </text>
        </g>
      ))}
      <path className="top3" d="M1146 4l14 24h-28z" />
    </svg>
  </div>
);

/** [000 §2 Home] */
const HowItWorks = () => (
  <section className="band" id="how">
    <div className="wrap">
      <h2>Three steps from Jamaican dollars to your own wallet</h2>
      <Path />
      <ol className="path3">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
);

const plans = ['Courses and seminars', 'Wallet and exchange support', 'Virtual one-on-one help'];
const workshops = ['Bring your phone, leave with a wallet', '5,000 Lignum for attending', 'Every question is welcome'];

const Points = ({ points }: { points: readonly string[] }) => (
  <ul>
    {points.map((point) => (
      <li key={point}>
        <Check className="ic" aria-hidden="true" />
        {point}
      </li>
    ))}
  </ul>
);

/** [000 §2 Home, decision B5] */
const Programs = () => (
  <section className="band">
    <div className="wrap">
      <h2>Learn with someone by your side</h2>
      <div className="progs">
        <article>
          <h3>Coaching plans</h3>
          <p className="t-2xl">
            <Words text="From JMD {basic}/month" />
          </p>
          <p>A plan for every stage, from your first purchase to new launches.</p>
          <Points points={plans} />
          <ButtonLink to="/subscriptions">View Plans</ButtonLink>
        </article>
        <article>
          <h3>Workshops</h3>
          <p className="t-2xl">
            <Words text="JMD {workshop}" />
          </p>
          <p>One session with a teacher, at your pace.</p>
          <Points points={workshops} />
          <ButtonLink to="/subscriptions" variant="line">
            Join Workshop
          </ButtonLink>
        </article>
      </div>
    </div>
  </section>
);

/** Ends before the peak, so that the triangle stays visible. */
const trail =
  'M330 590C420 560 470 545 540 500 640 440 700 425 760 380 820 335 850 330 920 322 1010 312 1060 262 1152 228';

const GetStarted = ({ to, who }: { to: string; who: string }) => (
  <Link className={`btn ${who}`} to={to}>
    Get Started <ArrowIcon />
  </Link>
);

const Trail = () => (
  <svg className="relief way-up" viewBox="0 0 1440 660" aria-hidden="true">
    <path className="trail" d={trail} />
    <path className="peak" d={`M${peak.x} ${peak.y - 18}l15 26h-30z`} />
    <text className="spot" x={peak.x + 26} y={peak.y + 6}>
      {peak.metres}
    </text>
  </svg>
);

/** CSS shows the link to /trading or to /auth, depending on the session [000 §2 Home]. */
const Hero = ({ children }: { children: ReactNode }) => (
  <section className="hero">
    <LazyLandscape view="hero" />
    <Trail />
    <div className="wrap">
      <div className="say">
        <h1 className="t-3xl">Master Cryptocurrency and Blockchain</h1>
        <p>Learn crypto in plain words. Buy and sell with Jamaican dollars, and see the full cost before you pay.</p>
        <div className="acts">
          <GetStarted to="/trading" who="only-in" />
          <GetStarted to="/auth" who="only-out" />
          <a className="btn bare" href="#how">
            How It Works
          </a>
        </div>
      </div>
      {children}
    </div>
  </section>
);

const features = [
  { name: 'Local crypto reserve', text: 'We pay out from coins we already hold.' },
  { name: 'Bank and card payments', text: 'Pay from your Jamaican bank or by card. No foreign account needed.' },
  { name: 'Beginner onboarding', text: 'Start with a lesson, not a chart.' },
  { name: 'Local support', text: 'Real people in Jamaica, Mon-Fri 9AM-6PM.' },
  { name: 'No wallet connection', text: 'Just type your address. Your keys stay yours.' },
];

/** [000 §1, §2 Home] */
const Features = ({ fee }: { fee: string }) => (
  <section className="band">
    <div className="wrap">
      <h2>Made for Jamaica</h2>
      <ul className="feats">
        <li data-living="fee">
          <h3>
            <span>{fee}</span> fee
          </h3>
          <p>One fee on every order, shown in dollars.</p>
        </li>
        {features.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

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
