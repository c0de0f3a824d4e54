import { minus, withUnit } from '../../../../ui/figures.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { priceText } from '../../../../ui/price-format.ts';
import { Awaited, Slip, type SlipRow } from '../../../../ui/slip.tsx';
import { marketNote, ownPriceNote } from './buy-slip.tsx';
import { coinsShort, percentText, rateText } from './figures-text.ts';
import type { SellQuote } from './shapes.ts';

function rowsOf(quote: SellQuote): SlipRow[] {
  const { symbol, coins, usdValue, priceUsd, rate, gross, fee, net, rateDifference, allIn, allInBasisPoints } = quote;
  const plain = (money: typeof fee) => <MoneyText money={money} size="plain" />;
  return [
    {
      label: withUnit(coinsShort(coins), symbol),
      note: [`US$${priceText(priceUsd)} for ${withUnit('1', symbol)}`, ownPriceNote(quote)].filter(Boolean).join(', '),
      figure: plain(usdValue),
    },
    {
      label: `Our rate: 1 USD = ${rateText(rate).replace(/\.00$/, '')} JMD`,
      note: marketNote(quote),
      figure: plain(gross),
      under: rateDifference && <>{plain(rateDifference)} less than at the market rate</>,
    },
    {
      label: `Fee, ${percentText(quote.feeBasisPoints)}`,
      figure: (
        <span>
          {minus}
          {plain(fee)}
        </span>
      ),
    },
    {
      label: 'You get',
      figure: <MoneyText money={net} />,
      under: allIn && (
        <>
          All in, selling costs {plain(allIn)}
          {allInBasisPoints !== null && `, ${percentText(allInBasisPoints)}`}
        </>
      ),
      sum: true,
    },
  ];
}

const awaited = (label: string, more: Partial<SlipRow> = {}): SlipRow => ({ label, figure: <Awaited />, ...more });
const small = <Awaited />;

/** The same place while the figures are on their way. */
const awaitedRows = [
  awaited('Your coins', { note: small }),
  awaited('Our rate', { note: small, under: small }),
  awaited('Fee'),
  awaited('You get', { under: small, sum: true }),
];

/**
 * From what the coins are worth down to what lands in the bank, and the cost all in (decision C6); the sell note, such
 * as '1 USD = 150 JMD' [001 §9 Fees and rates].
 */
export const SellSlip = ({ quote }: { quote: SellQuote | null }) => <Slip rows={quote ? rowsOf(quote) : awaitedRows} />;
