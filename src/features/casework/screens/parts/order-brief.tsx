import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Detail, DetailsSection } from '../../../../ui/admin/details.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { formatCoins } from '../../../../ui/coins-text.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { type Network, networks } from '../../../coins/networks.ts';
import type { OrderRef } from '../../../compliance/views.ts';
import { getStateLabel, sideLabels } from '../../../trading/screens/staff-labels.ts';

const getNetworkName = (text: string): string =>
  Object.hasOwn(networks, text) ? networks[text as Network].name : text;

export function OrderBrief({ order: { id, reference } }: { order: OrderRef }) {
  const { data } = useQuery(api.desk.order.queryOptions({ input: { orderId: id } }));
  const link: Detail = [
    'Reference',
    <Link key="reference" className="link" to={`/admin/orders/${id}`}>
      {reference}
    </Link>,
  ];
  if (!data) return <DetailsSection title="Order" details={[link]} />;
  const { order } = data;
  const { kind, text } = getStateLabel(order.state);
  const wallet = order.side === 'buy' ? order.walletAddress : order.senderWalletAddress;
  return (
    <DetailsSection
      title="Order"
      details={[
        link,
        [
          'State',
          <Badge key="state" kind={kind}>
            {text}
          </Badge>,
        ],
        ['Value', <MoneyText key="value" money={order.gross} size="plain" />],
        [
          sideLabels[order.side],
          `${formatWithUnit(formatCoins(order.coins, true), order.coins.symbol)}, ${getNetworkName(order.network)}`,
        ],
        ...(wallet
          ? [
              [
                order.side === 'buy' ? 'To wallet' : 'From wallet',
                <span key="wallet" className="code">
                  {wallet}
                </span>,
              ] satisfies Detail,
            ]
          : []),
        ...(order.sourceOfFunds
          ? [['Source of funds', order.sourceOfFunds.replaceAll('_', ' ')] satisfies Detail]
          : []),
        ['Placed', formatDateTime(order.placedAt, { year: true })],
      ]}
    />
  );
}
