import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isFor } from '../../../../kernel/acts.ts';
import { moneyText } from '../../../../kernel/money.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { coinsWords } from '../../../../ui/coins-text.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Code, type Fact, FactList } from '../../../../ui/desk/facts.tsx';
import { grouped, withUnit } from '../../../../ui/figures.ts';
import { momentText } from '../../../../ui/format.ts';
import { MoneyText, moneyWords } from '../../../../ui/money-text.tsx';
import { type Network, networkLabel, networks } from '../../../coins/networks.ts';
import { holdingText } from '../../../coins/transfer-parties.ts';
import { identityActs } from '../../../identity/acts.ts';
import { amountWords, unitsOf } from '../../../movements/amount.ts';
import { keptWords, type Movement, movedWhen, movedWords } from '../../../movements/movement.ts';
import { bankRailFor, bankRails } from '../../../movements/payout-rail.ts';
import { whyWords } from '../../../movements/unassigned-why.ts';
import { ownPayIn } from '../../../trading/order/order-balance.ts';
import { readReason } from '../../../trading/order/reasons.ts';
import { actionWords, sideWords, stateWord } from '../../../trading/screens/desk-words.ts';
import type { Case } from './data.ts';

const coins = ({ order }: Case): string => withUnit(coinsWords(order.coins, true), order.coins.symbol);

/**
 * What the next step is about: our coins or money while a pay-out is due, what goes back while that waits, else what
 * the customer gave for the order.
 */
function amountOf(file: Case): string {
  const { order, nextAction } = file;
  const out = nextAction !== null && /payout|complete/.test(nextAction);
  if (!out) {
    const returns = nextAction === null || nextAction === 'return_money';
    const back = returns && order.movements.find(({ id }) => id === file.toReturn[0]);
    return amountWords((back || ownPayIn(order))?.amount ?? file.balance.asked);
  }
  return order.side === 'buy' ? coins(file) : moneyWords(order.net);
}

const promiseWords = {
  send_by: 'pays by',
  done_by: 'due',
  checked_by: 'to be checked by',
  return_by: 'to be returned by',
};

function Promised({ promise }: Pick<Case, 'promise'>) {
  if (!('at' in promise)) return null;
  return (
    <>
      {' · '}
      <span className={promise.late ? 'age late' : undefined}>
        {promiseWords[promise.kind]} {momentText(promise.at)}
      </span>
    </>
  );
}

/** What the order waits for, how much it is about, and by when. */
export function OrderHead({ file, Title }: { file: Case; Title: 'h1' | 'h2' }) {
  const { order, customer, nextAction, promise } = file;
  const state = stateWord(order.state);
  const bought = order.side === 'buy';
  return (
    <div>
      <div className="row between">
        <Title className="title">
          {nextAction ? actionWords[nextAction] : state.text}, {amountOf(file)}
        </Title>
        <Badge kind={state.kind}>{state.text}</Badge>
      </div>
      <p className="ink-2 num facts-line">
        <b className="ink">{order.reference}</b> <CopyButton text={order.reference} name="reference" /> ·{' '}
        {customer?.name ?? 'Unknown customer'} · {sideWords[order.side]}: {bought ? 'pays ' : 'sends '}
        {bought ? <MoneyText money={order.fiat} /> : coins(file)}, {bought ? 'gets ' : 'is paid '}
        {bought ? coins(file) : <MoneyText money={order.net} />}
        <Promised promise={promise} />
      </p>
      {file.stopped && (
        <p className="held">
          <b>Stopped.</b> Nothing of this customer is paid, returned or released for now. The customer sees nothing of
          it.
        </p>
      )}
      {order.state.held && (
        <p className="held">
          <b>Stopped.</b> {order.holdReason && (readReason('hold', order.holdReason)?.staff ?? order.holdReason)}{' '}
          Nothing is paid out or returned until compliance releases it. The customer sees nothing of it.
        </p>
      )}
    </div>
  );
}

export const Facts = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <div>
    <h3>{title}</h3>
    <FactList facts={facts} />
  </div>
);

/** The name leads to the customer's page, for whoever may read it. */
export function CustomerLink({ id, name }: { id: string; name: string }) {
  const { data } = useQuery(api.accounts.viewer.queryOptions());
  if (!data || !isFor(identityActs.look, data.roles)) return name;
  return (
    <Link className="link" to={`/admin/customers/${id}`}>
      {name}
    </Link>
  );
}

export function CustomerFacts({ file: { customer } }: { file: Case }) {
  if (!customer) return null;
  const { id, name, email, phone, tiers, orders, completed, since } = customer;
  return (
    <Facts
      title="Customer"
      facts={[
        ['Name', <CustomerLink key="name" id={id} name={name} />],
        ['E-mail', email],
        ['Phone', phone],
        ['Approved tiers', tiers.length > 0 ? tiers.join(', ') : 'None'],
        ['Orders', `${orders}, ${completed} completed`],
        ['Since', momentText(since, { year: true })],
      ]}
    />
  );
}

const Copied = ({ text, name }: { text: string; name: string }) => (
  <>
    <span className="code">{text}</span> <CopyButton text={text} name={name} />
  </>
);

const optional = (name: string, value: string | null | undefined, show?: (text: string) => ReactNode): Fact[] =>
  value ? [[name, show ? show(value) : value]] : [];

const wallet = (name: string, address: string | null | undefined): Fact[] =>
  optional(name, address, (text) => <Copied text={text} name={name.toLowerCase()} />);

const bankFacts = ({ bank, net }: Case['order']): Fact[] => [
  ...optional('Paid by', bank && bankRails[bankRailFor(net)].words),
  ...optional('Bank', bank?.bankName),
  ...wallet('Account', bank?.accountNumber),
  ...optional('Holder', bank?.accountHolderName),
  ...optional('Branch or routing', bank?.routingNumber),
];

const words = (text: string): string => text.replaceAll('_', ' ');
const networkName = (text: string): string => (Object.hasOwn(networks, text) ? networks[text as Network].name : text);

/** Everything that was agreed when the order was placed, and what was recorded since. */
export function OrderFacts({ file: { order, parties } }: { file: Case }) {
  const { companyWallet } = order;
  return (
    <Facts
      title="Order"
      facts={[
        ['Placed', momentText(order.placedAt, { year: true })],
        ['Value', <MoneyText key="value" money={order.gross} size="plain" />],
        [`Fee ${grouped(order.feePercent)} %`, <MoneyText key="fee" money={order.fee} size="plain" />],
        ['Net', <MoneyText key="net" money={order.net} size="plain" />],
        ...optional('Of it for sending', order.networkCost.minor > 0n ? moneyWords(order.networkCost) : null),
        ['Price', `US$${grouped(order.priceUsd)} at J$${order.rate}`],
        ['Network', networkLabel(order.coins.symbol as Parameters<typeof networkLabel>[0], order.network)],
        ...wallet('Customer wallet', order.walletAddress),
        ...optional('Destination tag', order.destinationTag),
        ...wallet('Sender wallet', order.senderWalletAddress),
        ...optional('Wallet type', order.senderWalletType, words),
        ...optional('Wallet held', parties && holdingText(parties)),
        ...wallet('Our wallet', companyWallet?.address),
        ...optional('Our tag', companyWallet?.tag),
        ...bankFacts(order),
        ...optional('Source of funds', order.sourceOfFunds, words),
        ...optional('Purpose', order.purpose, words),
      ]}
    />
  );
}

/** The other side of a movement, whole: staff send to it. */
export const partyFacts = ({ party: { bank, account, holder, address, tag } }: Pick<Movement, 'party'>): string =>
  [bank, account, holder, address, tag && `tag ${tag}`].filter(Boolean).join(', ') || 'not recorded';

/** The same for the eye: an address is set letter by letter. */
const PartyText = ({ line }: { line: Pick<Movement, 'party'> }) => {
  const { address, tag } = line.party;
  if (!address) return partyFacts(line);
  return (
    <>
      <Code text={address} />
      {tag && `, tag ${tag}`}
    </>
  );
};

/** Every line of what came in, left and went back, and what that adds up to (decision E6). */
export function MovedFacts({ file: { order, balance, sources } }: { file: Case }) {
  if (order.movements.length === 0) return null;
  const { asked, arrived, returned, kept, toReturn, owed, sent } = balance;
  const lines = order.movements.map(
    (line): Fact => [
      movedWords[line.extra ? 'extra' : line.direction],
      <span key={line.id}>
        {amountWords(line.amount)}, {movedWhen(line)}, <PartyText line={line} />
        {line.reference && (
          <>
            , under <Copied text={line.reference} name="reference" />
          </>
        )}
        {sources.map((source) => source.lineId === line.id && `, from unassigned: ${whyWords(source)}`)}
      </span>,
    ],
  );
  const sums: Fact[] = [
    ['Asked', amountWords(asked)],
    ['Arrived', amountWords(arrived)],
    ['Returned', amountWords(returned)],
    [keptWords, amountWords(kept)],
    ...optional('Of it to go back', unitsOf(toReturn) > 0n ? amountWords(toReturn) : null),
    ['Sent', `${amountWords(sent)} of ${amountWords(owed)}`],
  ];
  return <Facts title="Money and coins" facts={[...lines, ...sums]} />;
}

/** What is moved out, where to and under which reference: read by whoever confirms a move of money. */
export const Frozen = ({ facts }: { facts: readonly Fact[] }) => <FactList facts={facts} frozen />;

/** The pay-out of an order as it would be frozen now. */
export function payoutFacts(file: Case): Fact[] {
  const { order } = file;
  const bought = order.side === 'buy';
  return [
    [
      'Amount',
      bought ? withUnit(coinsWords(order.coins), order.coins.symbol) : `J$${grouped(moneyText(order.net.minor))}`,
    ],
    ...(bought ? [['Network', networkName(order.network)] satisfies Fact] : []),
    ...optional('Address', bought ? order.walletAddress : null, (text) => <span className="code">{text}</span>),
    ...optional('Destination tag', order.destinationTag),
    ...bankFacts(order),
  ];
}

const marks: Record<string, string> = { JMD: 'J$', USD: 'US$' };

function undoneWords(what: string, left: string | null | undefined): string {
  if (what === 'payIn' || what === 'extra') return 'What came in: it was not for this order';
  return left ? `A ${what} that left` : `A ${what} that was not sent`;
}

/** What the first person prepared, word for word. */
export function frozenFacts(frozen: Readonly<Record<string, string | null>>): Fact[] {
  const { amount, unit, network, address, tag, bank, account, holder, branch, from, cameWith, reasonCode } = frozen;
  const { bankRail, what, left, evidence, cameBackWith, movedOn, movedTime, part, kept } = frozen;
  const inUnit = (text: string) =>
    unit && unit in marks ? `${marks[unit]}${grouped(text)}` : withUnit(grouped(text), unit ?? '');
  return [
    ['Amount', inUnit(amount ?? '')],
    ...optional('In J$', unit !== 'JMD' && part ? `${marks.JMD}${grouped(part)}` : null),
    ...optional('Kept after it', kept, inUnit),
    ...optional('Network', network, networkName),
    ...optional('Address', address, (text) => <span className="code">{text}</span>),
    ...optional('Destination tag', tag),
    ...optional('Sent by', bankRail),
    ...optional('Bank', bank),
    ...optional('Account', account),
    ...optional('Holder', holder),
    ...optional('Branch or routing', branch),
    ...optional('Came with', cameWith),
    ...optional('Sent from', from),
    ...optional('Undoes', what && undoneWords(what, left)),
    ...optional('Came back', movedOn && [movedOn, movedTime].filter(Boolean).join(' ')),
    ...optional('Came back with', cameBackWith),
    ...optional('Seen', evidence),
    ...optional('Reason', reasonCode, words),
  ];
}

/** What goes back, and where to: where it came from. */
export const returnFacts = (line: Movement): Fact[] => [
  ['Amount', amountWords(line.amount)],
  ['Back to', partyFacts(line)],
  ...optional('Received under', line.reference),
];

/** What came in, as it was noted. */
export const cameInFacts = (line: Movement): Fact[] => [
  ['Amount', amountWords(line.amount)],
  ['From', partyFacts(line)],
  ...optional('Received under', line.reference),
];
