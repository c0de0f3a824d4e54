import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { CoinsText } from '../../../ui/coins-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { formatWithUnit } from '../../../ui/number-format.ts';
import { type BreakdownRow, PriceBreakdown } from '../../../ui/price-breakdown.tsx';
import { formatPrice } from '../../../ui/price-format.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { portfolioMessages as messages } from '../portfolio-messages.ts';

export const meta = () => [{ title: 'Portfolio - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type Portfolio = Extract<Awaited<ReturnType<typeof call.accountPages.portfolio>>, { open: true }>;
type Holding = Portfolio['holdings'][number];
type Worth = NonNullable<Holding['worth']>;

const getTotalRows = ({ cost, worth, gained }: Portfolio): BreakdownRow[] => [
  { label: 'What you paid', note: messages.cost, figure: <MoneyText money={cost} /> },
  { label: 'Profit from selling to us', note: messages.gained, figure: <MoneyText money={gained} size="plain" /> },
  {
    label: 'Worth today',
    note: worth ? messages.worth : messages.notPriced,
    figure: worth ? <MoneyText money={worth} size="big" /> : '–',
    sum: true,
  },
];

function WorthChange({ change }: Pick<Worth, 'change'>) {
  const isBelow = change.minor < 0n;
  return (
    <>
      <MoneyText money={isBelow ? { ...change, minor: -change.minor } : change} size="plain" />{' '}
      {isBelow ? 'below' : 'above'} what you paid
    </>
  );
}

function getRows({ held, cost, average, worth, priceUsd, gained, fromElsewhere, symbol }: Holding): BreakdownRow[] {
  const money = (amount: typeof cost) => <MoneyText money={amount} size="plain" />;
  return [
    { label: 'Bought here, not sold back', figure: <CoinsText coins={held} trim /> },
    ...(average
      ? [
          { label: 'You paid', figure: money(cost) },
          { label: `Average cost of ${formatWithUnit('1', symbol)}`, figure: money(average) },
        ]
      : []),
    ...(gained.minor === 0n ? [] : [{ label: 'Profit from selling to us', figure: money(gained) }]),
    ...(fromElsewhere.base > 0n
      ? [{ label: messages.fromElsewhere, figure: <CoinsText coins={fromElsewhere} trim plain /> }]
      : []),
    ...(average && worth
      ? [
          {
            label: 'Worth today',
            note: priceUsd ? `US$${formatPrice(priceUsd)} for ${formatWithUnit('1', symbol)}` : undefined,
            figure: <MoneyText money={worth.now} />,
            under: <WorthChange change={worth.change} />,
            sum: true,
          },
        ]
      : []),
  ];
}

const HoldingCard = ({ holding }: { holding: Holding }) => (
  <section className="sheet" aria-labelledby={`coin-${holding.symbol}`}>
    <header>
      <h2 id={`coin-${holding.symbol}`}>{holding.name}</h2>
    </header>
    <PriceBreakdown rows={getRows(holding)} />
  </section>
);

function Holdings({ portfolio }: { portfolio: Portfolio }) {
  if (portfolio.holdings.length === 0)
    return (
      <EmptyState
        title={messages.none}
        text={messages.noneYet}
        action={<ButtonLink to="/trading">Buy or sell crypto</ButtonLink>}
      />
    );
  return (
    <div className="stack">
      <section className="sheet neat" aria-labelledby="whole">
        <header>
          <h2 id="whole">Total</h2>
          {portfolio.demo && <Badge>Demo prices</Badge>}
        </header>
        <PriceBreakdown rows={getTotalRows(portfolio)} />
      </section>
      {portfolio.holdings.map((holding) => (
        <HoldingCard key={holding.symbol} holding={holding} />
      ))}
      <p className="t-xs ink-2">{messages.whatItIs}</p>
    </div>
  );
}

function OwnPortfolio() {
  const query = useQuery(api.accountPages.portfolio.queryOptions());
  if (!query.data) return <QueryPlaceholder query={query} text={messages.failed} lines={[40, 100, 80, 100, 80]} />;
  if (query.data.open) return <Holdings portfolio={query.data} />;
  return (
    <EmptyState
      title={messages.shut}
      text={messages.shutText}
      action={<ButtonLink to="/subscriptions">View Plans</ButtonLink>}
    />
  );
}

/** /portfolio, for plans with 'Portfolio tracking' [001 §9 Subscriptions]. */
export default function PortfolioScreen() {
  if (useViewer().session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap">
      <ScreenHead title="Portfolio" text="What you bought with us, what it cost, and what it's worth today." />
      <OwnPortfolio />
    </div>
  );
}
