import type { ReactNode } from 'react';
import { Code } from '../../../../ui/admin/details.tsx';
import { formatCoins } from '../../../../ui/coins-text.tsx';
import { formatMoney } from '../../../../ui/money-text.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { TableHead } from '../../../../ui/table-head.tsx';
import { networks } from '../../../coins/networks.ts';
import { type AddressRules, useAddressRules } from '../../../coins/use-address-rules.ts';
import { formatAmount, formatPlainAmount } from '../../../movements/amount.ts';
import { primaryPayIn } from '../../../trading/order/order-balance.ts';
import { transferAmount } from '../../../trading/quoting/pricing.ts';
import type { Case } from '../data.ts';
import { compareFindings, compareHolder, type Findings, type Match } from './findings.ts';

const VerdictText = ({ verdict }: { verdict: Match | undefined }) =>
  verdict === undefined ? null : (
    <span className={verdict === 'same' ? 'ok b' : 'bad-ink b'}>{verdict === 'same' ? 'Same' : 'Differs'}</span>
  );

type ComparisonRow = { check: string; order: ReactNode; found: ReactNode; verdict: ReactNode };

const formatOrderAmount = ({ order }: Case): string =>
  order.side === 'buy'
    ? formatMoney(transferAmount(order.fiat))
    : formatWithUnit(formatCoins(order.coins, true), order.coins.symbol);

type ComparisonProps = { file: Case; findings: Findings; onFound: (change: Partial<Findings>) => void };

/** Rows that staff fill in. Read-only once the payment is confirmed. */
function buildInputRows({ file, findings, onFound }: ComparisonProps, rules: AddressRules): ComparisonRow[] {
  const { order, customer, mine } = file;
  const isOpen = mine.includes('receive') || mine.includes('attachLate');
  const results = compareFindings(file, findings, rules);
  const codeFields: readonly (keyof Findings)[] = order.side === 'buy' ? ['line'] : ['line', 'sender'];
  const buildRow = (check: string, key: keyof Findings, expected: ReactNode): ComparisonRow => ({
    check,
    order: expected,
    found: isOpen ? (
      <input
        aria-label={`${check}, found`}
        className={codeFields.includes(key) ? 'code' : undefined}
        value={findings[key]}
        onChange={(event) => onFound({ [key]: event.target.value })}
      />
    ) : null,
    verdict: <VerdictText verdict={isOpen ? results[key] : undefined} />,
  });
  const isBuy = order.side === 'buy';
  const expectedSender = isBuy ? customer?.name : <span className="code">{order.senderWalletAddress}</span>;
  const lines = [
    buildRow('Amount', 'amount', formatOrderAmount(file)),
    ...(isBuy ? [buildRow('Reference', 'reference', order.reference)] : []),
    buildRow(isBuy ? 'Sender' : 'From wallet', 'sender', expectedSender),
    buildRow(isBuy ? 'Bank line' : 'Hash', 'line', null),
  ];
  if (isOpen) return lines;
  const confirmed = primaryPayIn(order);
  if (confirmed === null)
    return lines.map((each) => ({ ...each, found: <span className="ink-3">Not confirmed</span> }));
  // The recorded payment is compared too, because its amount and sender may differ.
  const { amount, party, reference } = confirmed;
  const sender = party.holder ?? party.address ?? '';
  const actual = compareFindings(file, { ...findings, amount: formatPlainAmount(amount), sender }, rules);
  const recorded: Partial<Record<string, [ReactNode, Match | undefined]>> = {
    Amount: [formatAmount(amount), actual.amount],
    Sender: [party.holder ?? 'Not recorded', actual.sender],
    'From wallet': [party.address ? <Code key="wallet" text={party.address} /> : 'Not recorded', actual.sender],
    Reference: ['Confirmed', undefined],
  };
  return lines.map((each) => {
    const [what, verdict] = recorded[each.check] ?? [reference && <Code key="line" text={reference} />, undefined];
    return { ...each, found: what, verdict: <VerdictText verdict={verdict} /> };
  });
}

/** Row for the payout destination, checked against stored values. */
function buildDestinationRow(file: Case): ComparisonRow[] {
  const { order, customer } = file;
  if (order.side === 'sell') {
    const verdict = <VerdictText verdict={compareHolder(file)} />;
    return [{ check: 'Holder', order: customer?.name, found: order.bank?.accountHolderName, verdict }];
  }
  const isValid = file.hasValidWallet;
  const verdict = <span className={isValid ? 'ok b' : 'bad-ink b'}>{isValid ? 'Valid' : 'Not valid'}</span>;
  return [
    {
      check: 'Wallet',
      order: <span className="code">{order.walletAddress}</span>,
      found: networks[order.network].name,
      verdict,
    },
  ];
}

/** Compares the order with what staff found. Money from third parties is refunded. */
export function Comparison(props: ComparisonProps) {
  const { file, findings } = props;
  const rules = useAddressRules(
    file.order.side === 'sell' && (findings.sender !== '' || primaryPayIn(file.order) !== null),
  );
  return (
    <table className="cmp num">
      <TableHead columns={['Check', 'Order', 'Found', { name: <span className="sr">Result</span> }]} />
      <tbody>
        {[...buildInputRows(props, rules), ...buildDestinationRow(file)].map(({ check, order, found, verdict }) => (
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
}
