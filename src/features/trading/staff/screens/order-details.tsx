import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMinorUnits } from '../../../../kernel/money.ts';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { Code, type Detail, DetailsList } from '../../../../ui/admin/details.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { formatCoins } from '../../../../ui/coins-text.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { formatMoney, MoneyText } from '../../../../ui/money-text.tsx';
import { formatWithUnit, groupThousands } from '../../../../ui/number-format.ts';
import { getNetworkLabel, type Network, networks } from '../../../assets/networks.ts';
import { formatHolding } from '../../../assets/transfer-parties.ts';
import { walletTypeName } from '../../../assets/wallet-types.ts';
import { formatDiscount } from '../../../discounts/format-discount.ts';
import { identityPermissions } from '../../../kyc/permissions.ts';
import { formatAmount, minorUnitsOf } from '../../../ledger/amount.ts';
import { formatMovedAt, keptLabel, type Movement, movementLabels } from '../../../ledger/movement.ts';
import { bankRails, getBankRail } from '../../../ledger/payout-rail.ts';
import { formatReason } from '../../../ledger/unallocated-reasons.ts';
import { primaryPayIn } from '../../order/order-balance.ts';
import { readReason } from '../../order/reasons.ts';
import type { Case } from './data.ts';
import { actionLabels } from './labels.ts';
import { getStateLabel, sideLabels } from './state-labels.ts';

const formatOrderCoins = ({ order }: Case): string =>
  formatWithUnit(formatCoins(order.coins, true), order.coins.symbol);

function formatNextAmount(file: Case): string {
  const { order, nextAction } = file;
  const isPayout = nextAction !== null && /payout|complete/.test(nextAction);
  if (!isPayout) {
    const isRefund = nextAction === null || nextAction === 'return_money';
    const refunded = isRefund && order.movements.find(({ id }) => id === file.toReturn[0]);
    return formatAmount((refunded || primaryPayIn(order))?.amount ?? file.balance.asked);
  }
  return order.side === 'buy' ? formatOrderCoins(file) : formatMoney(order.net);
}

const promiseLabels = {
  send_by: 'pays by',
  done_by: 'due',
  checked_by: 'check by',
  return_by: 'refund by',
};

function PromiseText({ promise }: Pick<Case, 'promise'>) {
  if (!('at' in promise)) return null;
  return (
    <>
      {' · '}
      <span className={promise.late ? 'age late' : undefined}>
        {promiseLabels[promise.kind]} {formatDateTime(promise.at)}
      </span>
    </>
  );
}

export function OrderHead({ file, Title }: { file: Case; Title: 'h1' | 'h2' }) {
  const { order, customer, nextAction, promise } = file;
  const state = getStateLabel(order.state);
  const bought = order.side === 'buy';
  return (
    <div>
      <div className="row between">
        <Title className="title">
          {nextAction ? actionLabels[nextAction] : state.text}, {formatNextAmount(file)}
        </Title>
        <Badge kind={state.kind}>{state.text}</Badge>
      </div>
      <p className="ink-2 num facts-line">
        <b className="ink">{order.reference}</b> <CopyButton text={order.reference} name="reference" /> ·{' '}
        {customer?.name ?? 'Unknown customer'} · {sideLabels[order.side]}: {bought ? 'pays ' : 'sends '}
        {bought ? <MoneyText money={order.fiat} /> : formatOrderCoins(file)}, {bought ? 'gets ' : 'is paid '}
        {bought ? formatOrderCoins(file) : <MoneyText money={order.net} />}
        <PromiseText promise={promise} />
      </p>
      {file.stopped && (
        <p className="held">
          <b>Blocked.</b> Payouts, refunds and releases of this customer are blocked for now. The customer can't see
          this.
        </p>
      )}
      {order.state.held && (
        <p className="held">
          <b>Held.</b> {order.holdReason && (readReason('hold', order.holdReason)?.staff ?? order.holdReason)} Payout
          and refund are blocked until compliance releases it. The customer can't see this.
        </p>
      )}
    </div>
  );
}

export const DetailsSection = ({ title, details }: { title: string; details: readonly Detail[] }) => (
  <div>
    <h3>{title}</h3>
    <DetailsList details={details} />
  </div>
);

export function CustomerLink({ id, name }: { id: string; name: string }) {
  const { data } = useQuery(api.accounts.viewer.queryOptions());
  if (!data || !roleAllows(identityPermissions.look, data.roles)) return name;
  return (
    <Link className="link" to={`/admin/customers/${id}`}>
      {name}
    </Link>
  );
}

export function CustomerDetails({ file: { customer } }: { file: Case }) {
  if (!customer) return null;
  const { id, name, email, phone, tiers, orders, completed, since } = customer;
  return (
    <DetailsSection
      title="Customer"
      details={[
        ['Name', <CustomerLink key="name" id={id} name={name} />],
        ['Email', email],
        ['Phone', phone],
        ['Approved tiers', tiers.length > 0 ? tiers.join(', ') : 'None'],
        ['Orders', `${orders}, ${completed} completed`],
        ['Since', formatDateTime(since, { year: true })],
      ]}
    />
  );
}

const CopyableText = ({ text, name }: { text: string; name: string }) => (
  <>
    <span className="code">{text}</span> <CopyButton text={text} name={name} />
  </>
);

const optionalDetail = (
  name: string,
  value: string | null | undefined,
  show?: (text: string) => ReactNode,
): Detail[] => (value ? [[name, show ? show(value) : value]] : []);

const walletDetail = (name: string, address: string | null | undefined): Detail[] =>
  optionalDetail(name, address, (text) => <CopyableText text={text} name={name.toLowerCase()} />);

const getBankDetails = ({ bank, net }: Case['order']): Detail[] => [
  ...optionalDetail('Paid by', bank && bankRails[getBankRail(net)].words),
  ...optionalDetail('Bank', bank?.bankName),
  ...walletDetail('Account', bank?.accountNumber),
  ...optionalDetail('Holder', bank?.accountHolderName),
  ...optionalDetail('Branch or routing', bank?.routingNumber),
];

const humanize = (text: string): string => text.replaceAll('_', ' ');
const getNetworkName = (text: string): string =>
  Object.hasOwn(networks, text) ? networks[text as Network].name : text;

export function OrderDetails({ file: { order, parties } }: { file: Case }) {
  const { companyWallet } = order;
  return (
    <DetailsSection
      title="Order"
      details={[
        ['Placed', formatDateTime(order.placedAt, { year: true })],
        ...optionalDetail('Recurring buy', order.paymentReference, (text) => `Its transfers carry ${text}`),
        ['Value', <MoneyText key="value" money={order.gross} size="plain" />],
        [`Fee ${groupThousands(order.feePercent)} %`, <MoneyText key="fee" money={order.fee} size="plain" />],
        ...optionalDetail('Fee discount', order.discount && formatDiscount(order.discount)),
        ['Net', <MoneyText key="net" money={order.net} size="plain" />],
        ...optionalDetail('Network fee', order.networkCost.minor > 0n ? formatMoney(order.networkCost) : null),
        ['Price', `US$${groupThousands(order.priceUsd)} at J$${order.rate}`],
        ['Network', getNetworkLabel(order.coins.symbol as Parameters<typeof getNetworkLabel>[0], order.network)],
        ...walletDetail('Customer wallet', order.walletAddress),
        ...optionalDetail('Destination tag', order.destinationTag),
        ...walletDetail('Sender wallet', order.senderWalletAddress),
        ...optionalDetail('Wallet type', order.senderWalletType, walletTypeName),
        ...optionalDetail('Wallet held', parties && formatHolding(parties)),
        ...walletDetail('Our wallet', companyWallet?.address),
        ...optionalDetail('Our tag', companyWallet?.tag),
        ...getBankDetails(order),
        ...optionalDetail('Source of funds', order.sourceOfFunds, humanize),
        ...optionalDetail('Purpose', order.purpose, humanize),
      ]}
    />
  );
}

/** Formats the full counterparty, as staff send money to it. */
export const formatParty = ({ party: { bank, account, holder, address, tag } }: Pick<Movement, 'party'>): string =>
  [bank, account, holder, address, tag && `tag ${tag}`].filter(Boolean).join(', ') || 'not recorded';

const PartyText = ({ line }: { line: Pick<Movement, 'party'> }) => {
  const { address, tag } = line.party;
  if (!address) return formatParty(line);
  return (
    <>
      <Code text={address} />
      {tag && `, tag ${tag}`}
    </>
  );
};

/** All movements and their totals (decision E6). */
export function MovementDetails({ file: { order, balance, sources } }: { file: Case }) {
  if (order.movements.length === 0) return null;
  const { asked, arrived, returned, kept, toReturn, owed, sent } = balance;
  const lines = order.movements.map(
    (line): Detail => [
      movementLabels[line.extra ? 'extra' : line.direction],
      <span key={line.id}>
        {formatAmount(line.amount)}, {formatMovedAt(line)}, <PartyText line={line} />
        {line.reference && (
          <>
            , reference <CopyableText text={line.reference} name="reference" />
          </>
        )}
        {sources.map((source) => source.lineId === line.id && `, from unallocated: ${formatReason(source)}`)}
      </span>,
    ],
  );
  const sums: Detail[] = [
    ['Due', formatAmount(asked)],
    ['Arrived', formatAmount(arrived)],
    ['Refunded', formatAmount(returned)],
    [keptLabel, formatAmount(kept)],
    ...optionalDetail('To refund', minorUnitsOf(toReturn) > 0n ? formatAmount(toReturn) : null),
    ['Sent', `${formatAmount(sent)} of ${formatAmount(owed)}`],
  ];
  return <DetailsSection title="Payments" details={[...lines, ...sums]} />;
}

export const PayloadDetails = ({ details }: { details: readonly Detail[] }) => (
  <DetailsList details={details} isFrozen />
);

export function getPayoutDetails(file: Case): Detail[] {
  const { order } = file;
  const bought = order.side === 'buy';
  return [
    [
      'Amount',
      bought
        ? formatWithUnit(formatCoins(order.coins), order.coins.symbol)
        : `J$${groupThousands(formatMinorUnits(order.net.minor))}`,
    ],
    ...(bought ? [['Network', getNetworkName(order.network)] satisfies Detail] : []),
    ...optionalDetail('Address', bought ? order.walletAddress : null, (text) => <span className="code">{text}</span>),
    ...optionalDetail('Destination tag', order.destinationTag),
    ...getBankDetails(order),
  ];
}

const currencySymbols: Record<string, string> = { JMD: 'J$', USD: 'US$' };

function formatUndone(what: string, left: string | null | undefined): string {
  if (what === 'payIn' || what === 'extra') return 'Payment that was not for this order';
  const label = what === 'payout' ? 'payout' : 'refund';
  return left ? `Sent ${label}` : `Unsent ${label}`;
}

export function getPayloadDetails(payload: Readonly<Record<string, string | null>>): Detail[] {
  const { amount, unit, network, address, tag, bank, account, holder, branch, from, cameWith, reasonCode } = payload;
  const { bankRail, what, left, evidence, cameBackWith, movedOn, movedTime, part, kept } = payload;
  const formatInUnit = (text: string) =>
    unit && unit in currencySymbols
      ? `${currencySymbols[unit]}${groupThousands(text)}`
      : formatWithUnit(groupThousands(text), unit ?? '');
  return [
    ['Amount', formatInUnit(amount ?? '')],
    ...optionalDetail('In J$', unit !== 'JMD' && part ? `${currencySymbols.JMD}${groupThousands(part)}` : null),
    ...optionalDetail('Kept afterwards', kept, formatInUnit),
    ...optionalDetail('Network', network, getNetworkName),
    ...optionalDetail('Address', address, (text) => <span className="code">{text}</span>),
    ...optionalDetail('Destination tag', tag),
    ...optionalDetail('Sent by', bankRail),
    ...optionalDetail('Bank', bank),
    ...optionalDetail('Account', account),
    ...optionalDetail('Holder', holder),
    ...optionalDetail('Branch or routing', branch),
    ...optionalDetail('Reference', cameWith),
    ...optionalDetail('Sent from', from),
    ...optionalDetail('Undoes', what && formatUndone(what, left)),
    ...optionalDetail('Returned', movedOn && [movedOn, movedTime].filter(Boolean).join(' ')),
    ...optionalDetail('Return reference', cameBackWith),
    ...optionalDetail('Evidence', evidence),
    ...optionalDetail('Reason', reasonCode, humanize),
  ];
}

export const getReturnDetails = (line: Movement): Detail[] => [
  ['Amount', formatAmount(line.amount)],
  ['Refund to', formatParty(line)],
  ...optionalDetail('Reference', line.reference),
];

export const getPayInDetails = (line: Movement): Detail[] => [
  ['Amount', formatAmount(line.amount)],
  ['From', formatParty(line)],
  ...optionalDetail('Reference', line.reference),
];
