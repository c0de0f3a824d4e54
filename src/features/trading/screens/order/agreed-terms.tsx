import { decimal, formatDecimal, rescale } from '../../../../kernel/decimal.ts';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { formatWithUnit, groupThousands } from '../../../../ui/number-format.ts';
import { type BreakdownRow, PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { formatPrice } from '../../../../ui/price-format.ts';
import { isAssetSymbol } from '../../../coins/assets.ts';
import { getNetworkLabel } from '../../../coins/networks.ts';
import { abbreviate } from '../../../movements/movement.ts';
import { bankRails } from '../../../movements/payout-rail.ts';
import { percentText } from '../trade/figures-text.ts';
import type { ShownOrder } from './shown-order.ts';

const feeText = (text: string): string => formatDecimal(rescale(decimal(text), 2, 'half-up')).replace(/\.?0+$/, '');

const addressRow = (label: string, text: string | null): BreakdownRow[] =>
  text ? [{ label, figure: <span className="code">{abbreviate(text)}</span> }] : [];

const networkRow = ({ coins, network: id }: ShownOrder['order']): BreakdownRow => ({
  label: 'Network',
  figure: isAssetSymbol(coins.symbol) ? getNetworkLabel(coins.symbol, id) : id,
});

function allInRow({ order, cost }: ShownOrder): BreakdownRow[] {
  if (!cost.allIn || cost.allInBasisPoints === null) return [];
  const percent = percentText(cost.allInBasisPoints);
  const hint = `${percent} of what you ${order.side === 'buy' ? 'pay' : 'sell'}, compared with market rates`;
  return [{ label: 'All-in cost', figure: <MoneyText money={cost.allIn} size="plain" />, under: hint }];
}

function buyRows(shown: ShownOrder): BreakdownRow[] {
  const { order } = shown;
  const inJmd: BreakdownRow[] =
    order.fiat.currency === 'USD' ? [{ label: 'In J$', figure: <MoneyText money={order.gross} size="plain" /> }] : [];
  return [
    { label: 'You pay', figure: <MoneyText money={order.fiat} /> },
    ...inJmd,
    { label: `Fee, ${feeText(order.feePercent)}%`, figure: <MoneyText money={order.fee} size="plain" /> },
    ...(order.networkCost.minor > 0n
      ? [{ label: 'Network fee', figure: <MoneyText money={order.networkCost} size="plain" /> }]
      : []),
    ...rateRows(order),
    ...allInRow(shown),
    { label: 'You get', figure: <CoinsText coins={order.coins} />, sum: true },
    networkRow(order),
    ...addressRow('To your address', order.walletAddress),
    ...(order.destinationTag ? [{ label: 'Destination tag', figure: order.destinationTag }] : []),
  ];
}

const rateRows = (order: ShownOrder['order']): BreakdownRow[] => [
  { label: `Price of ${formatWithUnit('1', order.coins.symbol)}`, figure: `US$${formatPrice(order.priceUsd)}` },
  {
    label: 'Our rate',
    figure: `J$${groupThousands(formatDecimal(rescale(decimal(order.rate), 2, 'half-up')))} per US$`,
  },
];

function formatBankPayout({ bankWay }: ShownOrder): string {
  if (!bankWay) return '';
  const { rail, creditedBy } = bankWay;
  return creditedBy
    ? `By ${bankRails[rail].name}, in your account by ${formatDateTime(creditedBy)}`
    : bankRails[rail].words;
}

function sellRows(shown: ShownOrder): BreakdownRow[] {
  const { order } = shown;
  return [
    { label: 'You sell', figure: <CoinsText coins={order.coins} /> },
    ...rateRows(order),
    { label: 'Value at our rate', figure: <MoneyText money={order.gross} size="plain" /> },
    { label: `Fee, ${feeText(order.feePercent)}%`, figure: <MoneyText money={order.fee} size="plain" /> },
    ...allInRow(shown),
    { label: 'Paid to your bank', figure: <MoneyText money={order.net} />, sum: true },
    ...(order.bank
      ? [
          {
            label: order.bank.bankName,
            figure: `… ${order.bank.accountNumber.slice(-4)}`,
            under: formatBankPayout(shown),
          },
        ]
      : []),
    networkRow(order),
    ...addressRow('From your wallet', order.senderWalletAddress),
    ...addressRow('To our wallet', order.companyWallet?.address ?? null),
  ];
}

export const AgreedTerms = ({ shown }: { shown: ShownOrder }) => (
  <section>
    <h2 className="ruled">What you agreed</h2>
    <PriceBreakdown rows={shown.order.side === 'buy' ? buyRows(shown) : sellRows(shown)} />
  </section>
);
