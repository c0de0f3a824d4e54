import type { ReactNode } from 'react';
import { coinsWords } from '../../../../ui/coins-text.tsx';
import { Code } from '../../../../ui/desk/facts.tsx';
import { withUnit } from '../../../../ui/figures.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { TableHead } from '../../../../ui/table-head.tsx';
import { networks } from '../../../coins/networks.ts';
import { amountPlain, amountWords } from '../../../movements/amount.ts';
import { ownPayIn } from '../../../trading/order/order-balance.ts';
import { transferAmount } from '../../../trading/quoting/pricing.ts';
import type { Case } from './data.ts';
import { type Found, holderVerdict, type Match, verdicts, walletVerdict } from './found.ts';

const Judged = ({ verdict }: { verdict: Match | undefined }) =>
  verdict === undefined ? null : (
    <span className={verdict === 'same' ? 'ok b' : 'bad-ink b'}>{verdict === 'same' ? 'Same' : 'Differs'}</span>
  );

type Line = { check: string; order: ReactNode; found: ReactNode; verdict: ReactNode };

const orderAmount = ({ order }: Case): string =>
  order.side === 'buy'
    ? moneyWords(transferAmount(order.fiat))
    : withUnit(coinsWords(order.coins, true), order.coins.symbol);

type ComparisonProps = { file: Case; found: Found; onFound: (change: Partial<Found>) => void };

/** The lines that somebody fills in from the bank or the chain. Once it is confirmed they stand as confirmed. */
function typedLines({ file, found, onFound }: ComparisonProps): Line[] {
  const { order, customer, mine } = file;
  const open = mine.includes('receive') || mine.includes('attachLate');
  const judged = verdicts(file, found);
  const codes: readonly (keyof Found)[] = order.side === 'buy' ? ['line'] : ['line', 'sender'];
  const line = (check: string, key: keyof Found, expected: ReactNode): Line => ({
    check,
    order: expected,
    found: open ? (
      <input
        aria-label={`${check}, found`}
        className={codes.includes(key) ? 'code' : undefined}
        value={found[key]}
        onChange={(event) => onFound({ [key]: event.target.value })}
      />
    ) : null,
    verdict: <Judged verdict={open ? judged[key] : undefined} />,
  });
  const bought = order.side === 'buy';
  const sender = bought ? customer?.name : <span className="code">{order.senderWalletAddress}</span>;
  const lines = [
    line('Amount', 'amount', orderAmount(file)),
    ...(bought ? [line('Reference', 'reference', order.reference)] : []),
    line(bought ? 'Sender' : 'From wallet', 'sender', sender),
    line(bought ? 'Bank line' : 'Hash', 'line', null),
  ];
  if (open) return lines;
  const confirmed = ownPayIn(order);
  if (confirmed === null)
    return lines.map((each) => ({ ...each, found: <span className="ink-3">Not confirmed</span> }));
  // What was recorded stands, and is judged: another amount may have come, from somebody else.
  const { amount, party, reference } = confirmed;
  const came = verdicts(file, { ...found, amount: amountPlain(amount), sender: party.holder ?? party.address ?? '' });
  const recorded: Partial<Record<string, [ReactNode, Match | undefined]>> = {
    Amount: [amountWords(amount), came.amount],
    Sender: [party.holder ?? 'Not recorded', came.sender],
    'From wallet': [party.address ? <Code key="wallet" text={party.address} /> : 'Not recorded', came.sender],
    Reference: ['Confirmed', undefined],
  };
  return lines.map((each) => {
    const [what, verdict] = recorded[each.check] ?? [reference && <Code key="line" text={reference} />, undefined];
    return { ...each, found: what, verdict: <Judged verdict={verdict} /> };
  });
}

/** The lines that need nobody: the destination, judged on what is stored. */
function destinationLine(file: Case): Line[] {
  const { order, customer } = file;
  if (order.side === 'sell') {
    const verdict = <Judged verdict={holderVerdict(file)} />;
    return [{ check: 'Holder', order: customer?.name, found: order.bank?.accountHolderName, verdict }];
  }
  const sound = walletVerdict(file) === 'same';
  const verdict = <span className={sound ? 'ok b' : 'bad-ink b'}>{sound ? 'Sound' : 'Not sound'}</span>;
  return [
    {
      check: 'Wallet',
      order: <span className="code">{order.walletAddress}</span>,
      found: networks[order.network].name,
      verdict,
    },
  ];
}

/** What the order says beside what was found, line by line. The payer's name matters: third parties are sent back. */
export const Comparison = (props: ComparisonProps) => (
  <table className="cmp num">
    <TableHead columns={['Check', 'Order', 'Found', { name: <span className="sr">Result</span> }]} />
    <tbody>
      {[...typedLines(props), ...destinationLine(props.file)].map(({ check, order, found, verdict }) => (
        <tr key={check}>
          <th scope="row">{check}</th>
          <td>{order}</td>
          <td>{found}</td>
          <td>{verdict}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
