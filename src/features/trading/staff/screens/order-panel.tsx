import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { Code, DetailsList } from '../../../../ui/admin/details.tsx';
import { api } from '../../../../ui/client.ts';
import { formatCoins } from '../../../../ui/coins-text.tsx';
import { errorMessage } from '../../../../ui/error-message.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { formatMoney } from '../../../../ui/money-text.tsx';
import NotFound from '../../../../ui/not-found.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { serverNow } from '../../../../ui/server-clock.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { TableHead } from '../../../../ui/table-head.tsx';
import { Timeline, type TimelineStep } from '../../../../ui/timeline.tsx';
import { networks } from '../../../assets/networks.ts';
import { type AddressRules, useAddressRules } from '../../../assets/use-address-rules.ts';
import { OrderAssessment } from '../../../compliance/staff/screens/order-assessment.tsx';
import { formatAmount, formatPlainAmount } from '../../../ledger/amount.ts';
import { scamPermissions } from '../../../scam-reports/permissions.ts';
import { scamQuestionMessages, walletWarningMessages } from '../../customer-messages.ts';
import { primaryPayIn } from '../../order/order-balance.ts';
import { transferAmount } from '../../quoting/pricing.ts';
import { indicatesCoercion, isCoolingOff, questions } from '../../wallets/scam-questions.ts';
import { formatWarning } from '../../warning-text.ts';
import { ApprovalsPanel } from './approvals-panel.tsx';
import { CompetingOrders } from './competing-orders.tsx';
import type { Case, CaseFile } from './data.ts';
import { Evidence } from './evidence.tsx';
import { compareFindings, compareHolder, type Findings, type Match, useFindings } from './findings.ts';
import { actionLabels, getEventLabel, getReasonText, joinWithOr } from './labels.ts';
import { getMyActions, getOthersActions, type OrderAction, orderActions } from './order-actions.ts';
import { CustomerDetails, MovementDetails, OrderDetails, OrderHead } from './order-details.tsx';
import type { OpenStep } from './step-dialog.tsx';

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
  const { order, customer, allowed } = file;
  const isOpen = allowed.includes('receive') || allowed.includes('attachLate');
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
    ...(isBuy ? [buildRow('Reference', 'reference', order.transferReference)] : []),
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
function Comparison(props: ComparisonProps) {
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

type WalletWarning = NonNullable<Case['warned']>;

function ScamCaseLink({ id }: { id: string }) {
  const { data } = useQuery(api.accounts.viewer.queryOptions());
  if (!data || !roleAllows(scamPermissions.read, data.roles)) return null;
  return (
    <p>
      <Link className="link" to={`/admin/scams/${id}`}>
        Open the case
      </Link>
    </p>
  );
}

const WarningAnswers = ({ answers }: { answers: NonNullable<WalletWarning['answers']> }) => (
  <DetailsList
    details={questions.map((name) => [
      scamQuestionMessages[name],
      answers[name] ? scamQuestionMessages.yes : scamQuestionMessages.no,
    ])}
  />
);

/** The warning shown when the order was placed, the customer's answers, and the end of the cooling-off period. */
function WalletWarningNotice({ file: { order, warned } }: { file: Case }) {
  if (!warned) return null;
  const coolsUntil = order.coolsUntil !== null && isCoolingOff(order, serverNow()) ? order.coolsUntil : null;
  return (
    <>
      <Notice kind={warned.answers && indicatesCoercion(warned.answers) ? 'bad' : 'wait'}>
        <p className="b">The customer was warned about this wallet when placing the order.</p>
        <p>{formatWarning(warned) ?? walletWarningMessages.reported}</p>
        {coolsUntil && (
          <p>
            Cooling off until {formatDateTime(coolsUntil)}. Nothing is sent before then, and the customer can cancel.
          </p>
        )}
        {warned.matterId && <ScamCaseLink id={warned.matterId} />}
      </Notice>
      {warned.answers && <WarningAnswers answers={warned.answers} />}
    </>
  );
}

const stopEvents: readonly string[] = [
  'fail',
  'cancel',
  'cancelOwn',
  'callOff',
  'lapse',
  'hold',
  'payoutFailed',
  'payoutBounced',
  'returnBounced',
  'undoReturn',
  'extraBounced',
  'payInUndone',
  'latePayInUndone',
  'extraUndone',
  'rejectClaim',
  'sendBack',
];

type TimelineEvent = Case['story'][number];

const formatActor = ({ actorKind, actor }: TimelineEvent): string =>
  actorKind === 'customer' ? 'customer' : actorKind === 'system' ? 'automatic' : (actor ?? 'staff');

const toStep = (line: TimelineEvent): TimelineStep => {
  const reason = getReasonText(line.event, line.reasonCode);
  return {
    state: stopEvents.includes(line.event) ? 'stop' : 'done',
    title: getEventLabel(line.event),
    note: (
      <>
        {formatDateTime(line.at)}, {formatActor(line)}
        {!line.public && <span className="staff-only"> staff only</span>}
        {reason && <span className="why">{reason}</span>}
        {line.note && <span className="why">“{line.note}”</span>}
      </>
    ),
  };
};

function OrderTimeline({ file }: { file: Case }) {
  const steps = file.story.map(toStep);
  const next: TimelineStep[] = file.nextAction ? [{ state: 'now', title: actionLabels[file.nextAction] }] : [];
  return (
    <div>
      <h3>Timeline</h3>
      <Timeline steps={[...steps, ...next]} />
    </div>
  );
}

function OthersActions({ file }: { file: Case }) {
  const groups = getOthersActions(file);
  return groups.map(({ roles, acts: names }) => (
    <p key={roles.join()} className="t-2xs ink-2">
      <b>{names.map((action) => orderActions[action].name).join(', ')}:</b>{' '}
      {names.some((action) => /^approve/.test(action)) && file.waiting?.isOwn
        ? 'you prepared it. Ask a colleague in '
        : ''}
      {joinWithOr(roles)}.
    </p>
  ));
}

function DecisionBar({ file, onOpen }: { file: Case; onOpen: (action: OrderAction) => void }) {
  const { next, others } = getMyActions(file);
  const toButton = (action: OrderAction) => ({
    name: orderActions[action].name,
    key: orderActions[action].key,
    onPress: () => onOpen(action),
  });
  return (
    <ActionBar
      actions={[
        ...(next ? [{ ...toButton(next), look: 'primary' as const, icon: Check }] : []),
        ...others.map((action) => ({
          ...toButton(action),
          look: orderActions[action].grave ? ('bad-line' as const) : ('line' as const),
        })),
      ]}
    >
      <OthersActions file={file} />
    </ActionBar>
  );
}

const StepDialog = lazy(() => import('./step-dialog.tsx').then(({ StepDialog: view }) => ({ default: view })));

type PanelProps = { orderId: string; isPage?: boolean };

export function OrderPanel({ orderId, isPage = false }: PanelProps) {
  const query = useQuery(api.desk.order.queryOptions({ input: { orderId } }));
  const { code } = query.error ? errorMessage(query.error) : {};
  const isMissing = code === 'trading.order_not_found' || (query.error as { status?: number } | null)?.status === 400;
  if (isMissing && isPage) return <NotFound />;
  return (
    <section className={isPage ? 'panel alone' : 'panel'} aria-label="Order">
      {query.data ? (
        <OpenCase file={query.data} isPage={isPage} />
      ) : (
        <div className="in">
          {isMissing && <Notice>We couldn't find this order, or you can't handle it.</Notice>}
          {query.error && !isMissing && (
            <FailedState text="We couldn't load the order." error={query.error} onRetry={() => void query.refetch()} />
          )}
          {!query.error && <Skeleton lines={[60, 90, 100, 100, 80]} />}
        </div>
      )}
    </section>
  );
}

const getEvidenceName = ({ order }: Case, file: CaseFile): string => {
  if (file.id !== order.proofFile) return 'Source of funds';
  return order.side === 'buy' ? 'Proof of payment' : 'Proof of coins sent';
};

function OpenCase({ file, isPage }: { file: Case; isPage: boolean }) {
  const [findings, setFindings] = useFindings(file.order.id);
  const [step, setStep] = useState<OpenStep | null>(null);
  const Title = isPage ? 'h1' : 'h2';
  return (
    <>
      <div className="in">
        <OrderHead file={file} Title={Title} />
        <ApprovalsPanel file={file} />
        {isPage && <h2 className="sr">Evidence and timeline</h2>}
        <div className="cols">
          <div className="col">
            <Evidence files={file.files} nameOf={(evidence) => getEvidenceName(file, evidence)} />
            <Comparison file={file} findings={findings} onFound={setFindings} />
            <CompetingOrders file={file} />
            <WalletWarningNotice file={file} />
          </div>
          <div className="col">
            <OrderTimeline file={file} />
            <OrderAssessment orderId={file.order.id} />
            <CustomerDetails file={file} />
            <MovementDetails file={file} />
            <OrderDetails file={file} />
          </div>
        </div>
      </div>
      <DecisionBar file={file} onOpen={(action) => setStep({ action, file, findings })} />
      <Suspense>{step && <StepDialog step={step} onClose={() => setStep(null)} />}</Suspense>
    </>
  );
}
