import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { coinsWords } from '../../../../ui/coins-text.tsx';
import { type Fact, Facts } from '../../../../ui/desk/facts.tsx';
import { withUnit } from '../../../../ui/figures.ts';
import { momentText } from '../../../../ui/format.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { type Network, networks } from '../../../coins/networks.ts';
import type { OrderRef } from '../../../compliance/views.ts';
import { sideWords, stateWord } from '../../../trading/screens/desk-words.ts';

const networkName = (text: string): string => (Object.hasOwn(networks, text) ? networks[text as Network].name : text);

/** The order behind an alert, in few lines; all of it stands on the order's own page. */
export function OrderBrief({ order: { id, reference } }: { order: OrderRef }) {
  const { data } = useQuery(api.desk.order.queryOptions({ input: { orderId: id } }));
  const link: Fact = [
    'Reference',
    <Link key="reference" className="link" to={`/admin/orders/${id}`}>
      {reference}
    </Link>,
  ];
  if (!data) return <Facts title="Order" facts={[link]} />;
  const { order } = data;
  const { kind, text } = stateWord(order.state);
  const wallet = order.side === 'buy' ? order.walletAddress : order.senderWalletAddress;
  return (
    <Facts
      title="Order"
      facts={[
        link,
        [
          'State',
          <Badge key="state" kind={kind}>
            {text}
          </Badge>,
        ],
        ['Value', <MoneyText key="value" money={order.gross} size="plain" />],
        [
          sideWords[order.side],
          `${withUnit(coinsWords(order.coins, true), order.coins.symbol)}, ${networkName(order.network)}`,
        ],
        ...(wallet
          ? [
              [
                order.side === 'buy' ? 'To wallet' : 'From wallet',
                <span key="wallet" className="code">
                  {wallet}
                </span>,
              ] satisfies Fact,
            ]
          : []),
        ...(order.sourceOfFunds ? [['Source of funds', order.sourceOfFunds.replaceAll('_', ' ')] satisfies Fact] : []),
        ['Placed', momentText(order.placedAt, { year: true })],
      ]}
    />
  );
}
