import type { Money } from '../../../../kernel/money.ts';
import { formatMoney, MoneyText } from '../../../../ui/money-text.tsx';
import { formatWithUnit, minusSign } from '../../../../ui/number-format.ts';
import { type BreakdownRow, FigurePlaceholder, PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { formatPrice } from '../../../../ui/price-format.ts';
import { pricesLabels } from '../../../prices/messages.ts';
import { coinsShort, netText, percentText, rateText } from './figures-text.ts';
import type { BuyQuote, Offer, SellQuote } from './shapes.ts';

const formatNetworkFee = (cost: Money): string | false =>
  cost.minor > 0n && `Includes a network fee of ${formatMoney(cost).replace(/\.00$/, '')}`;

const Net = ({ net }: { net: BuyQuote['net'] }) => {
  const [whole, places] = netText(net).split('.');
  return (
    <span className="money plain">
      <i>J$</i>
      {whole}
      <s>.{places}</s>
    </span>
  );
};

export const formatMarketRate = ({ marketRate }: Offer): string =>
  marketRate ? `Market rate ${rateText(marketRate.rate)} (${marketRate.source})` : 'Market rate not available today';

/** Label for a price that the company sets (decision B11), else false. */
export const getCompanyPriceNote = ({ priceSource }: Offer): string | false =>
  priceSource === 'company' && pricesLabels.setByCompany;

const getFeeLabel = ({ feePercent, discount }: Offer) => ({ label: `Fee, ${feePercent}%`, note: discount });

function getBuyRows(quote: BuyQuote): BreakdownRow[] {
  const { fiat, gross, fee, net, rate, rateDifference } = quote;
  const plain = (money: typeof fee) => <MoneyText money={money} size="plain" />;
  const { symbol, networkCost } = quote;
  const inJmd: BreakdownRow[] = fiat.currency === 'USD' ? [{ label: 'In Jamaican dollars', figure: plain(gross) }] : [];
  const cost: BreakdownRow[] = [];
  if (rateDifference) cost.push({ label: 'Rate difference', figure: plain(rateDifference) });
  return [
    ...inJmd,
    { ...getFeeLabel(quote), figure: plain(fee) },
    { label: 'Net, converted to crypto', figure: <Net net={net} />, note: formatNetworkFee(networkCost) },
    { label: 'Our rate', note: formatMarketRate(quote), figure: `J$${rateText(rate)} per US$` },
    {
      label: `Price of ${formatWithUnit('1', symbol)}`,
      note: getCompanyPriceNote(quote),
      figure: `US$${formatPrice(quote.priceUsd)}`,
    },
    ...cost,
  ];
}

const placeholderRow = (label: string, more: Partial<BreakdownRow> = {}): BreakdownRow => ({
  label,
  figure: <FigurePlaceholder />,
  ...more,
});

const buyPlaceholders = [
  placeholderRow('Fee'),
  placeholderRow('Net, converted to crypto'),
  placeholderRow('Our rate', { note: <FigurePlaceholder /> }),
  placeholderRow('Price'),
  placeholderRow('Rate difference'),
];

/** One line with what the order costs in all, or its fee on a day without a market rate. */
export function CostSummary({ quote }: { quote: Offer | null }) {
  if (!quote)
    return (
      <>
        All-in cost <FigurePlaceholder />
      </>
    );
  const { allIn, allInBasisPoints, fee, feeBasisPoints } = quote;
  const percent = percentText(allIn ? (allInBasisPoints ?? 0n) : feeBasisPoints);
  return (
    <>
      {allIn ? 'All-in cost' : 'Fee'} <MoneyText money={allIn ?? fee} />
      <span className="ink-2">, {percent}</span>
    </>
  );
}

/** Fee breakdown of a buy with the all-in cost [001 §2 Buy Cryptocurrency card, decision C6]. */
export const BuyBreakdown = ({ quote }: { quote: BuyQuote | null }) => (
  <PriceBreakdown rows={quote ? getBuyRows(quote) : buyPlaceholders} />
);

function getSellRows(quote: SellQuote): BreakdownRow[] {
  const { symbol, coins, usdValue, priceUsd, rate, gross, fee, net, rateDifference, allIn, allInBasisPoints } = quote;
  const plain = (money: typeof fee) => <MoneyText money={money} size="plain" />;
  return [
    {
      label: formatWithUnit(coinsShort(coins), symbol),
      note: [`US$${formatPrice(priceUsd)} for ${formatWithUnit('1', symbol)}`, getCompanyPriceNote(quote)]
        .filter(Boolean)
        .join(', '),
      figure: plain(usdValue),
    },
    {
      label: `Our rate: 1 USD = ${rateText(rate).replace(/\.00$/, '')} JMD`,
      note: formatMarketRate(quote),
      figure: plain(gross),
      under: rateDifference && <>{plain(rateDifference)} less than at the market rate</>,
    },
    {
      ...getFeeLabel(quote),
      figure: (
        <span>
          {minusSign}
          {plain(fee)}
        </span>
      ),
    },
    {
      label: 'You get',
      figure: <MoneyText money={net} />,
      under: allIn && (
        <>
          All-in cost {plain(allIn)}
          {allInBasisPoints !== null && `, ${percentText(allInBasisPoints)}`}
        </>
      ),
      sum: true,
    },
  ];
}

const small = <FigurePlaceholder />;

const sellPlaceholders = [
  placeholderRow('Your coins', { note: small }),
  placeholderRow('Our rate', { note: small, under: small }),
  placeholderRow('Fee'),
  placeholderRow('You get', { under: small, sum: true }),
];

export const SellBreakdown = ({ quote }: { quote: SellQuote | null }) => (
  <PriceBreakdown rows={quote ? getSellRows(quote) : sellPlaceholders} />
);
