import { Check } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { ActBar } from '../../../../ui/desk/act-bar.tsx';
import { Code, type Fact } from '../../../../ui/desk/facts.tsx';
import { momentText } from '../../../../ui/format.ts';
import { later } from '../../../../ui/later.tsx';
import { MoneyText, moneyWords } from '../../../../ui/money-text.tsx';
import { Rejected } from '../../../approvals/screens/rejected.tsx';
import { amountWords } from '../../../movements/amount.ts';
import { movedWhen, movedWords } from '../../../movements/movement.ts';
import { mahoniWalletName } from '../../../payments/mahoni-wallets.ts';
import { methodNames } from '../../../payments/payment.ts';
import { wentBackWords } from '../../../payments/state-word.ts';
import type { PaymentAct, PaymentCase } from './data.ts';
import { Evidence } from './evidence.tsx';
import { Eyes } from './eyes.tsx';
import { CustomerLink, Facts, partyFacts } from './order-facts.tsx';
import { paymentNext, paymentSteps, paymentWord } from './payment-words.ts';

const PaymentDialog = later(() => import('./payment-dialogs.tsx').then((parts) => parts.PaymentDialog));

const when = (name: string, moment: Date | null): Fact[] =>
  moment ? [[name, momentText(moment, { year: true })]] : [];

/** What was to be sent in Mahoni, and what its customer says of where it came from. */
const mahoniFacts = ({ coins, sender }: PaymentCase['payment']): Fact[] => [
  ...(coins
    ? ([
        ['In Mahoni', amountWords(coins.amount)],
        ['Our address', <Code key="ours" text={coins.address} />],
      ] as const)
    : []),
  ...(sender
    ? ([
        ['Wallet they named', <Code key="theirs" text={sender.address} />],
        ['Kind of wallet', mahoniWalletName(sender.walletType)],
        ['Hash they named', sender.transactionHash ?? 'None'],
      ] as const)
    : []),
];

function Sides({ file: { payment, customer, wentBack } }: { file: PaymentCase }) {
  return (
    <div className="col">
      {customer && (
        <Facts
          title="Customer"
          facts={[
            ['Name', <CustomerLink key="name" id={customer.id} name={customer.name} />],
            ['Name on papers', customer.legalName],
            ['E-mail', customer.email],
          ]}
        />
      )}
      {payment.movements.length > 0 && (
        <Facts
          title="Money"
          facts={[
            ...payment.movements.map(
              (line): Fact => [
                movedWords[line.direction],
                `${amountWords(line.amount)}, ${movedWhen(line)}, ${partyFacts(line)}, ${line.reference ?? 'no reference'}`,
              ],
            ),
            ...(wentBack ? [['In all', wentBackWords(wentBack)] as const] : []),
          ]}
        />
      )}
      <Facts
        title="Payment"
        facts={[
          ['For', payment.title],
          ['Due', <MoneyText key="due" money={payment.amount} size="plain" />],
          ['By', methodNames[payment.method]],
          ...mahoniFacts(payment),
          ...when('Begun', payment.begunAt),
          ...when(
            'Lapses',
            payment.state.ended === null && payment.state.payIn !== 'received' ? payment.lapsesAt : null,
          ),
          ...when('Claimed', payment.claimedAt),
          ...when('Received', payment.receivedAt),
          ...when('Ended', payment.closedAt),
        ]}
      />
    </div>
  );
}

/** A payment at the desk: what it is for, what proves it, and what this person may do now. */
export function PaymentPanel({ file, Title }: { file: PaymentCase; Title: 'h1' | 'h2' }) {
  const [act, setAct] = useState<PaymentAct | null>(null);
  const { payment, customer, mine, nextAction } = file;
  const { kind, text } = paymentWord(payment.state);
  const steps = (Object.keys(paymentSteps) as PaymentAct[]).filter((step) => mine.includes(step));
  const row = (step: PaymentAct) => {
    const { name, key, first, grave } = paymentSteps[step];
    const look = first ? ('primary' as const) : grave ? ('bad-line' as const) : ('line' as const);
    return { name, key, look, on: () => setAct(step), ...(first && { icon: Check }) };
  };
  return (
    <>
      <div className="in">
        <div className="row between">
          <Title className="title">
            {nextAction ? paymentNext[nextAction] : text}, {moneyWords(payment.amount)}
          </Title>
          <Badge kind={kind}>{text}</Badge>
        </div>
        <p className="ink-2 num facts-line">
          <b className="ink">{payment.reference}</b> <CopyButton text={payment.reference} name="reference" /> ·{' '}
          {customer?.name ?? 'Unknown customer'} · {payment.title}
        </p>
        <Eyes file={{ ...file, sources: [] }} />
        <Rejected kinds={['return', 'undo']} subject={payment.id} />
        {Title === 'h1' && <h2 className="sr">Evidence and facts</h2>}
        <div className="cols">
          <div className="col">
            <Evidence files={file.files} nameOf={() => 'Proof of payment'} />
          </div>
          <Sides file={file} />
        </div>
      </div>
      <ActBar acts={steps.map(row)}>
        {file.waiting?.mine && (
          <p className="t-2xs ink-2">You asked for it, so somebody else of finance or admin approves it.</p>
        )}
      </ActBar>
      {act && <PaymentDialog file={file} act={act} onClose={() => setAct(null)} />}
    </>
  );
}
