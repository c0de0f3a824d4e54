import { MoneyText } from '../../../../ui/money-text.tsx';
import { formatWithUnit, minusSign } from '../../../../ui/number-format.ts';
import { type BreakdownRow, FigurePlaceholder, PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { formatPrice } from '../../../../ui/price-format.ts';
import { formatMarketRate, getCompanyPriceNote } from './buy-breakdown.tsx';
import { coinsShort, percentText, rateText } from './figures-text.ts';
import type { SellQuote } from './shapes.ts';

function getRows(quote: SellQuote): BreakdownRow[] {
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
      label: `Fee, ${percentText(quote.feeBasisPoints)}`,
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

const placeholderRow = (label: string, more: Partial<BreakdownRow> = {}): BreakdownRow => ({
  label,
  figure: <FigurePlaceholder />,
  ...more,
});
const small = <FigurePlaceholder />;

const placeholderRows = [
  placeholderRow('Your coins', { note: small }),
  placeholderRow('Our rate', { note: small, under: small }),
  placeholderRow('Fee'),
  placeholderRow('You get', { under: small, sum: true }),
];

export const SellBreakdown = ({ quote }: { quote: SellQuote | null }) => (
  <PriceBreakdown rows={quote ? getRows(quote) : placeholderRows} />
);
