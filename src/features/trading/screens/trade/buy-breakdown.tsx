import type { Money } from '../../../../kernel/money.ts';
import { formatMoney, MoneyText } from '../../../../ui/money-text.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { type BreakdownRow, FigurePlaceholder, PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { formatPrice } from '../../../../ui/price-format.ts';
import { pricesLabels } from '../../../prices/messages.ts';
import { netText, percentText, rateText } from './figures-text.ts';
import type { BuyQuote, Offer } from './shapes.ts';

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

function getRows(quote: BuyQuote): BreakdownRow[] {
  const { fiat, gross, fee, net, rate, rateDifference, allIn, allInBasisPoints } = quote;
  const plain = (money: typeof fee) => <MoneyText money={money} size="plain" />;
  const { symbol, networkCost } = quote;
  const inJmd: BreakdownRow[] = fiat.currency === 'USD' ? [{ label: 'In Jamaican dollars', figure: plain(gross) }] : [];
  const cost: BreakdownRow[] = [];
  if (rateDifference) cost.push({ label: 'Rate difference', figure: plain(rateDifference) });
  if (allIn)
    cost.push({
      label: 'All-in cost',
      figure: <MoneyText money={allIn} />,
      under: allInBasisPoints !== null && `${percentText(allInBasisPoints)} of what you pay`,
      sum: true,
    });
  return [
    ...inJmd,
    { label: `Fee, ${percentText(quote.feeBasisPoints)}`, figure: plain(fee) },
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

const placeholderRows = [
  placeholderRow('Fee'),
  placeholderRow('Net, converted to crypto'),
  placeholderRow('Our rate', { note: <FigurePlaceholder /> }),
  placeholderRow('Price'),
  placeholderRow('Rate difference'),
  placeholderRow('All-in cost', { under: <FigurePlaceholder />, sum: true }),
];

/** Fee breakdown of a buy with the all-in cost [001 §2 Buy Cryptocurrency card, decision C6]. */
export const BuyBreakdown = ({ quote }: { quote: BuyQuote | null }) => (
  <PriceBreakdown rows={quote ? getRows(quote) : placeholderRows} />
);
