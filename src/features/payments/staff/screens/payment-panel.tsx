import { Check } from 'lucide-react';
import { useState } from 'react';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { Code, type Detail } from '../../../../ui/admin/details.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatMoney, MoneyText } from '../../../../ui/money-text.tsx';
import { Rejected } from '../../../approvals/staff/screens/rejected.tsx';
import { formatAmount } from '../../../ledger/amount.ts';
import { formatMovedAt, movementLabels } from '../../../ledger/movement.ts';
import { ApprovalsPanel } from '../../../trading/staff/screens/approvals-panel.tsx';
import { Evidence } from '../../../trading/staff/screens/evidence.tsx';
import { CustomerLink, DetailsSection, formatParty } from '../../../trading/staff/screens/order-details.tsx';
import { formatWalletName } from '../../mahoni-wallets.ts';
import { methodLabels } from '../../payment.ts';
import { formatRefunded } from '../../payment-labels.ts';
import {
  getPaymentLabel,
  type PaymentAct,
  type PaymentCase,
  paymentActionLabels,
  paymentSteps,
} from './payment-labels.ts';

const PaymentDialog = lazyPart(() => import('./payment-dialogs.tsx').then((parts) => parts.PaymentDialog));

const dateDetail = (name: string, date: Date | null): Detail[] =>
  date ? [[name, formatDateTime(date, { year: true })]] : [];

const getMahoniDetails = ({ coins, sender }: PaymentCase['payment']): Detail[] => [
  ...(coins
    ? ([
        ['In Mahoni', formatAmount(coins.amount)],
        ['Our address', <Code key="ours" text={coins.address} />],
      ] as const)
    : []),
  ...(sender
    ? ([
        ['Wallet given by the customer', <Code key="theirs" text={sender.address} />],
        ['Wallet type', formatWalletName(sender.walletType)],
        ['Hash given by the customer', sender.transactionHash ?? 'None'],
      ] as const)
    : []),
];

function PaymentDetails({ file: { payment, customer, wentBack } }: { file: PaymentCase }) {
  return (
    <div className="col">
      {customer && (
        <DetailsSection
          title="Customer"
          details={[
            ['Name', <CustomerLink key="name" id={customer.id} name={customer.name} />],
            ['Verified name', customer.legalName],
            ['Email', customer.email],
          ]}
        />
      )}
      {payment.movements.length > 0 && (
        <DetailsSection
          title="Money"
          details={[
            ...payment.movements.map(
              (line): Detail => [
                movementLabels[line.direction],
                `${formatAmount(line.amount)}, ${formatMovedAt(line)}, ${formatParty(line)}, ${line.reference ?? 'no reference'}`,
              ],
            ),
            ...(wentBack ? [['Total', formatRefunded(wentBack)] as const] : []),
          ]}
        />
      )}
      <DetailsSection
        title="Payment"
        details={[
          ['For', payment.title],
          ['Due', <MoneyText key="due" money={payment.amount} size="plain" />],
          ['Method', methodLabels[payment.method]],
          ...getMahoniDetails(payment),
          ...dateDetail('Started', payment.startedAt),
          ...dateDetail(
            'Expires',
            payment.state.ended === null && payment.state.payIn !== 'received' ? payment.lapsesAt : null,
          ),
          ...dateDetail('Claimed', payment.claimedAt),
          ...dateDetail('Received', payment.receivedAt),
          ...dateDetail('Ended', payment.closedAt),
        ]}
      />
    </div>
  );
}

export function PaymentPanel({ file, Title }: { file: PaymentCase; Title: 'h1' | 'h2' }) {
  const [action, setAct] = useState<PaymentAct | null>(null);
  const { payment, customer, allowed, nextAction } = file;
  const { kind, text } = getPaymentLabel(payment.state);
  const steps = (Object.keys(paymentSteps) as PaymentAct[]).filter((step) => allowed.includes(step));
  const toButton = (step: PaymentAct) => {
    const { name, key, first, grave } = paymentSteps[step];
    const look = first ? ('primary' as const) : grave ? ('bad-line' as const) : ('line' as const);
    return { name, key, look, onPress: () => setAct(step), ...(first && { icon: Check }) };
  };
  return (
    <>
      <div className="in">
        <div className="row between">
          <Title className="title">
            {nextAction ? paymentActionLabels[nextAction] : text}, {formatMoney(payment.amount)}
          </Title>
          <Badge kind={kind}>{text}</Badge>
        </div>
        <p className="ink-2 num facts-line">
          <b className="ink">{payment.reference}</b> <CopyButton text={payment.reference} name="reference" /> ·{' '}
          {customer?.name ?? 'Unknown customer'} · {payment.title}
        </p>
        <ApprovalsPanel file={{ ...file, sources: [] }} />
        <Rejected kinds={['return', 'undo']} subject={payment.id} />
        {Title === 'h1' && <h2 className="sr">Evidence and details</h2>}
        <div className="cols">
          <div className="col">
            <Evidence files={file.files} nameOf={() => 'Proof of payment'} />
          </div>
          <PaymentDetails file={file} />
        </div>
      </div>
      <ActionBar actions={steps.map(toButton)}>
        {file.waiting?.isOwn && (
          <p className="t-2xs ink-2">You proposed this, so a colleague in finance or admin approves it.</p>
        )}
      </ActionBar>
      {action && <PaymentDialog file={file} action={action} onClose={() => setAct(null)} />}
    </>
  );
}
