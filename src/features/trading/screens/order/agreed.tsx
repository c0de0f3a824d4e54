import { decimal, decimalText, rescale } from '../../../../kernel/decimal.ts';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { grouped, withUnit } from '../../../../ui/figures.ts';
import { momentText } from '../../../../ui/format.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { priceText } from '../../../../ui/price-format.ts';
import { Slip, type SlipRow } from '../../../../ui/slip.tsx';
import { isAssetSymbol } from '../../../coins/assets.ts';
import { networkLabel } from '../../../coins/networks.ts';
import { ends } from '../../../movements/movement.ts';
import { bankRails } from '../../../movements/payout-rail.ts';
import { percentText } from '../trade/figures-text.ts';
import type { ShownOrder } from './shown-order.ts';

const feeText = (text: string): string => decimalText(rescale(decimal(text), 2, 'half-up')).replace(/\.?0+$/, '');

const address = (label: string, text: string | null): SlipRow[] =>
  text ? [{ label, figure: <span className="code">{ends(text)}</span> }] : [];

const network = ({ coins, network: id }: ShownOrder['order']): SlipRow => ({
  label: 'Network',
  figure: isAssetSymbol(coins.symbol) ? networkLabel(coins.symbol, id) : id,
});

function allIn({ order, cost }: ShownOrder): SlipRow[] {
  if (!cost.allIn || cost.allInBasisPoints === null) return [];
  const share = percentText(cost.allInBasisPoints);
  const under = `${share} of what you ${order.side === 'buy' ? 'pay' : 'sell'}, against market rates`;
  return [{ label: 'All in', figure: <MoneyText money={cost.allIn} size="plain" />, under }];
}

function buyRows(shown: ShownOrder): SlipRow[] {
  const { order } = shown;
  const inJmd: SlipRow[] =
    order.fiat.currency === 'USD' ? [{ label: 'In J$', figure: <MoneyText money={order.gross} size="plain" /> }] : [];
  return [
    { label: 'You pay', figure: <MoneyText money={order.fiat} /> },
    ...inJmd,
    { label: `Fee, ${feeText(order.feePercent)}%`, figure: <MoneyText money={order.fee} size="plain" /> },
    ...(order.networkCost.minor > 0n
      ? [{ label: 'Sending over the network', figure: <MoneyText money={order.networkCost} size="plain" /> }]
      : []),
    ...rates(order),
    ...allIn(shown),
    { label: 'You get', figure: <CoinsText coins={order.coins} />, sum: true },
    network(order),
    ...address('To your address', order.walletAddress),
    ...(order.destinationTag ? [{ label: 'Destination tag', figure: order.destinationTag }] : []),
  ];
}

const rates = (order: ShownOrder['order']): SlipRow[] => [
  { label: `Price of ${withUnit('1', order.coins.symbol)}`, figure: `US$${priceText(order.priceUsd)}` },
  { label: 'Our rate', figure: `J$${grouped(decimalText(rescale(decimal(order.rate), 2, 'half-up')))} per US$` },
];

/** How it is paid, with the hour that decides the day; once it left, by when it is there. */
function bankWords({ bankWay }: ShownOrder): string {
  if (!bankWay) return '';
  const { rail, creditedBy } = bankWay;
  return creditedBy
    ? `By ${bankRails[rail].name}, in your account by ${momentText(creditedBy)}`
    : bankRails[rail].words;
}

function sellRows(shown: ShownOrder): SlipRow[] {
  const { order } = shown;
  return [
    { label: 'You sell', figure: <CoinsText coins={order.coins} /> },
    ...rates(order),
    { label: 'Worth at our rate', figure: <MoneyText money={order.gross} size="plain" /> },
    { label: `Fee, ${feeText(order.feePercent)}%`, figure: <MoneyText money={order.fee} size="plain" /> },
    ...allIn(shown),
    { label: 'Paid to your bank', figure: <MoneyText money={order.net} />, sum: true },
    ...(order.bank
      ? [{ label: order.bank.bankName, figure: `… ${order.bank.accountNumber.slice(-4)}`, under: bankWords(shown) }]
      : []),
    network(order),
    ...address('From your wallet', order.senderWalletAddress),
    ...address('To our wallet', order.companyWallet?.address ?? null),
  ];
}

/** What both sides agreed on, frozen when the order was placed. */
export const Agreed = ({ shown }: { shown: ShownOrder }) => (
  <section>
    <h2 className="ruled">What you agreed</h2>
    <Slip rows={shown.order.side === 'buy' ? buyRows(shown) : sellRows(shown)} />
  </section>
);
