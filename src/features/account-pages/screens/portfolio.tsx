import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { CoinsText } from '../../../ui/coins-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { withUnit } from '../../../ui/figures.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { priceText } from '../../../ui/price-format.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { Slip, type SlipRow } from '../../../ui/slip.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { portfolioWords as words } from '../portfolio-messages.ts';

export const meta = () => [{ title: 'Portfolio - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type Portfolio = Extract<Awaited<ReturnType<typeof call.accountPages.portfolio>>, { open: true }>;
type Holding = Portfolio['holdings'][number];
type Worth = NonNullable<Holding['worth']>;

const whole = ({ cost, worth, gained }: Portfolio): SlipRow[] => [
  { label: 'What you paid for it', note: words.cost, figure: <MoneyText money={cost} /> },
  { label: 'Gained by selling to us', note: words.gained, figure: <MoneyText money={gained} size="plain" /> },
  {
    label: 'Worth today',
    note: worth ? words.worth : words.notPriced,
    figure: worth ? <MoneyText money={worth} size="big" /> : '–',
    sum: true,
  },
];

/** How far the worth is from the cost. The word says which way, so the amount has no sign. */
function Change({ change }: Pick<Worth, 'change'>) {
  const isBelow = change.minor < 0n;
  return (
    <>
      <MoneyText money={isBelow ? { ...change, minor: -change.minor } : change} size="plain" />{' '}
      {isBelow ? 'below' : 'above'} what you paid
    </>
  );
}

function rowsOf({ held, cost, average, worth, priceUsd, gained, fromElsewhere, symbol }: Holding): SlipRow[] {
  const money = (amount: typeof cost) => <MoneyText money={amount} size="plain" />;
  return [
    { label: 'Bought here, not sold to us', figure: <CoinsText coins={held} trim /> },
    ...(average
      ? [
          { label: 'Paid for it', figure: money(cost) },
          { label: `Average cost of ${withUnit('1', symbol)}`, figure: money(average) },
        ]
      : []),
    ...(gained.minor === 0n ? [] : [{ label: 'Gained by selling to us', figure: money(gained) }]),
    ...(fromElsewhere.base > 0n
      ? [{ label: words.fromElsewhere, figure: <CoinsText coins={fromElsewhere} trim plain /> }]
      : []),
    ...(average && worth
      ? [
          {
            label: 'Worth today',
            note: priceUsd ? `US$${priceText(priceUsd)} for ${withUnit('1', symbol)}` : undefined,
            figure: <MoneyText money={worth.now} />,
            under: <Change change={worth.change} />,
            sum: true,
          },
        ]
      : []),
  ];
}

const OneCoin = ({ holding }: { holding: Holding }) => (
  <section className="sheet" aria-labelledby={`coin-${holding.symbol}`}>
    <header>
      <h2 id={`coin-${holding.symbol}`}>{holding.name}</h2>
    </header>
    <Slip rows={rowsOf(holding)} />
  </section>
);

function Found({ found }: { found: Portfolio }) {
  if (found.holdings.length === 0)
    return (
      <EmptyState
        title={words.none}
        text={words.noneYet}
        act={<ButtonLink to="/trading">Buy or sell crypto</ButtonLink>}
      />
    );
  return (
    <div className="stack">
      <section className="sheet neat" aria-labelledby="whole">
        <header>
          <h2 id="whole">All of it</h2>
          {found.demo && <Badge>Demo prices</Badge>}
        </header>
        <Slip rows={whole(found)} />
      </section>
      {found.holdings.map((holding) => (
        <OneCoin key={holding.symbol} holding={holding} />
      ))}
      <p className="t-xs ink-2">{words.whatItIs}</p>
    </div>
  );
}

function Own() {
  const asked = useQuery(api.accountPages.portfolio.queryOptions());
  if (!asked.data) return <NotYet asked={asked} text={words.failed} lines={[40, 100, 80, 100, 80]} />;
  if (asked.data.open) return <Found found={asked.data} />;
  return (
    <EmptyState
      title={words.shut}
      text={words.shutText}
      act={<ButtonLink to="/subscriptions">View Plans</ButtonLink>}
    />
  );
}

/**
 * /portfolio: what was bought through us and not sold since, for whose plan includes 'Portfolio tracking' [001 §9
 * Subscriptions].
 */
export default function PortfolioScreen() {
  if (useViewer().session !== 'in') return <SignInNeeded />;
  return (
    <div className="wrap">
      <ScreenHead title="Portfolio" text="What you bought through us, what it cost, and what it is worth today." />
      <Own />
    </div>
  );
}
