import type { Money } from '../../../../kernel/money.ts';
import { withUnit } from '../../../../ui/figures.ts';
import { MoneyText, moneyWords } from '../../../../ui/money-text.tsx';
import { priceText } from '../../../../ui/price-format.ts';
import { Awaited, Slip, type SlipRow } from '../../../../ui/slip.tsx';
import { pricesLabels } from '../../../prices/messages.ts';
import { netText, percentText, rateText } from './figures-text.ts';
import type { BuyQuote, Offer } from './shapes.ts';

/** What is kept of the net for sending the coins. */
const sendingNote = (cost: Money): string | false =>
  cost.minor > 0n && `${moneyWords(cost).replace(/\.00$/, '')} of it pays for sending the coins to you`;

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

/** What the market says beside our rate, with its source. */
export const marketNote = ({ marketRate }: Offer): string =>
  marketRate ? `Market rate ${rateText(marketRate.rate)} (${marketRate.source})` : 'Market rate not known today';

/** Whose price it is, where it is our own (decision B11). */
export const ownPriceNote = ({ priceSource }: Offer): string | false =>
  priceSource === 'company' && pricesLabels.setByCompany;

function rowsOf(quote: BuyQuote, hasNetwork: boolean): SlipRow[] {
  const { fiat, gross, fee, net, rate, rateDifference, allIn, allInBasisPoints } = quote;
  const plain = (money: typeof fee) => <MoneyText money={money} size="plain" />;
  const { symbol, networkCost } = quote;
  const inJmd: SlipRow[] = fiat.currency === 'USD' ? [{ label: 'In Jamaican dollars', figure: plain(gross) }] : [];
  const cost: SlipRow[] = [];
  if (rateDifference) cost.push({ label: 'Cost of the rate difference', figure: plain(rateDifference) });
  if (allIn)
    cost.push({
      label: 'What it costs, all in',
      note: !hasNetwork && 'Sending is added once you choose a network',
      figure: <MoneyText money={allIn} />,
      under: allInBasisPoints !== null && `${percentText(allInBasisPoints)} of what you pay`,
      sum: true,
    });
  return [
    ...inJmd,
    { label: `Fee, ${percentText(quote.feeBasisPoints)}`, figure: plain(fee) },
    { label: 'Net, changed into crypto', figure: <Net net={net} />, note: sendingNote(networkCost) },
    { label: 'Our rate', note: marketNote(quote), figure: `J$${rateText(rate)} per US$` },
    {
      label: `Price of ${withUnit('1', symbol)}`,
      note: ownPriceNote(quote),
      figure: `US$${priceText(quote.priceUsd)}`,
    },
    ...cost,
  ];
}

const awaited = (label: string, more: Partial<SlipRow> = {}): SlipRow => ({ label, figure: <Awaited />, ...more });

/** The same place while the figures are on their way. */
const awaitedRows = [
  awaited('Fee'),
  awaited('Net, changed into crypto'),
  awaited('Our rate', { note: <Awaited /> }),
  awaited('Price'),
  awaited('Cost of the rate difference'),
  awaited('What it costs, all in', { note: <Awaited />, under: <Awaited />, sum: true }),
];

/**
 * The fee breakdown of a purchase [001 §2 Buy Cryptocurrency card]: what it is made of and what it costs all in
 * (decision C6).
 */
export const BuySlip = ({ quote, hasNetwork }: { quote: BuyQuote | null; hasNetwork: boolean }) => (
  <Slip rows={quote ? rowsOf(quote, hasNetwork) : awaitedRows} />
);
