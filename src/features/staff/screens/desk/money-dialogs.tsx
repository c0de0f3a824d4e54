import { call } from '../../../../ui/client.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { amountWords } from '../../../movements/amount.ts';
import type { Rail } from '../../../movements/movement-reference.ts';
import { ConfirmReceived, PrepareReturn, PrepareUndo, RecordSent, UndoPayIn } from '../../../trading/desk/schema.ts';
import type { Case } from './data.ts';
import { cameInFacts, Frozen, returnFacts } from './order-facts.tsx';
import { Rivals } from './rivals.tsx';
import { command, noteField, ReasonField, Shell, type StepProps, useOutcome } from './step-shell.tsx';
import { emptyUndo, SentFields, UndoFields } from './undo-fields.tsx';
import { today, WhenFields } from './when-fields.tsx';

const { desk } = call;
const receive = { first: command(desk.confirmReceived), again: command(desk.recordExtra) };
const nobody = { payerBank: '', payerAccount: '', payerHolder: '', senderAddress: '', senderTag: '' };
const off = { autoComplete: 'off' } as const;

const accountHint = 'What has to go back goes there alone.';

/** What came in, as the bank or the chain shows it: under what, how much, when and from whom. */
export function ReceiveDialog(props: StepProps) {
  const { act, file, found } = props.step;
  const bought = file.order.side === 'buy';
  const sender = found.sender.trim();
  const start = {
    ...nobody,
    ...(bought ? { payerHolder: sender } : { senderAddress: sender }),
    ...{ orderId: file.order.id, reference: found.line, amount: found.amount, note: '' },
    ...{ movedOn: today(), movedTime: '' },
  };
  const way = act === 'recordExtra' ? receive.again : receive.first;
  const { field, busy, submit } = useCommandForm(ConfirmReceived, way, { start, ...useOutcome(props) });
  return (
    <Shell {...props} busy={busy} submit={submit} says={bought ? 'The money is there' : 'The coins are there'}>
      <Frozen facts={[['Asked', amountWords(file.balance.asked)]]} />
      <Rivals file={file} />
      <Field
        label={bought ? 'Bank line' : 'Transaction hash'}
        hint={bought ? 'As the bank shows it. A slip is not enough.' : 'As the chain shows it.'}
        {...off}
        {...field('reference')}
      />
      <Field
        label="Amount that arrived"
        inputMode="decimal"
        suffix={bought ? file.order.fiat.currency : file.order.coins.symbol}
        {...off}
        {...field('amount')}
      />
      <WhenFields
        says={bought ? 'Arrived on' : 'Sent on'}
        timed={!bought}
        fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }}
      />
      {bought ? (
        <>
          <Field label="Paid by" hint={accountHint} {...off} {...field('payerHolder')} />
          <Field label="Payer's bank" {...off} {...field('payerBank')} />
          <Field label="Payer's account" {...off} {...field('payerAccount')} />
        </>
      ) : (
        <Field
          label="Sent from"
          hint={`The address that really sent them. ${accountHint}`}
          {...off}
          {...field('senderAddress')}
        />
      )}
      <TextField {...noteField} {...field('note')} />
    </Shell>
  );
}

const record = { complete: command(desk.recordSent), recordReturned: command(desk.recordReturned) };

/** What two people agreed on was sent: under which reference, and when. */
export function SentDialog(props: StepProps & { act: keyof typeof record }) {
  const { step, act } = props;
  const { file } = step;
  const kind = act === 'complete' ? 'payout' : 'return';
  const agreed = file.leaving.find((one) => one.kind === kind && one.leftId === null);
  const start = { orderId: file.order.id, reference: '', movedOn: today(), movedTime: '', note: '' };
  const { field, busy, submit } = useCommandForm(RecordSent, record[act], { start, ...useOutcome(props) });
  return (
    <Shell {...props} busy={busy} submit={submit}>
      <p className="ink-2">Only once exactly this was sent. The customer is told.</p>
      <SentFields {...{ agreed, field }} rail={(agreed?.frozen['rail'] ?? 'bank') as Rail} />
    </Shell>
  );
}

const lineOption = ({ id, amount, reference }: Case['order']['movements'][number]) => ({
  value: id,
  name: `${amountWords(amount)}, ${reference}`,
});

const giveBack = command(desk.prepareReturn);

const linesToReturn = ({ order, toReturn }: Case) => order.movements.filter(({ id }) => toReturn.includes(id));

/** What goes back, whole and to where it came from. */
export function ReturnDialog(props: StepProps) {
  const { file } = props.step;
  const lines = linesToReturn(file);
  const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
  const start = { orderId: file.order.id, movementId: lines[0]?.id ?? '', reasonCode: '', note: '', ...payer };
  const { form, field, busy, submit } = useCommandForm(PrepareReturn, giveBack, { start, ...useOutcome(props) });
  const chosen = lines.find(({ id }) => id === form.get('movementId'));
  const unknown = chosen?.party.account === null && chosen.party.address === null;
  return (
    <Shell {...props} busy={busy} submit={submit}>
      <p className="ink-2">This is frozen for the second person. Nothing is sent before they agreed.</p>
      {lines.length > 1 && (
        <SelectField label="What goes back" options={lines.map(lineOption)} {...field('movementId')} />
      )}
      {chosen && <Frozen facts={returnFacts(chosen)} />}
      {unknown && (
        <>
          <Field
            label="Paid by"
            hint="It was not recorded then. Read it off the bank line."
            {...off}
            {...field('payerHolder')}
          />
          <Field label="Payer's bank" {...off} {...field('payerBank')} />
          <Field label="Payer's account" {...off} {...field('payerAccount')} />
        </>
      )}
      <ReasonField act="return" code={form.get('reasonCode')} {...field('reasonCode')} />
      <TextField {...noteField} {...field('note')} />
    </Shell>
  );
}

const undo = command(desk.prepareUndo);

const takeOff = command(desk.undoPayIn);

/** What came in and was not for this order: it goes on as unassigned money. */
export function TakeOffDialog(props: StepProps) {
  const { file } = props.step;
  const lines = file.order.movements.filter(({ id }) => file.toTakeOff.includes(id));
  const start = { orderId: file.order.id, movementId: lines[0]?.id ?? '', reasonCode: '', evidence: '', note: '' };
  const { form, field, busy, submit } = useCommandForm(UndoPayIn, takeOff, { start, ...useOutcome(props) });
  const chosen = lines.find(({ id }) => id === form.get('movementId'));
  return (
    <Shell {...props} busy={busy} submit={submit} says="Ask to take it off">
      <p className="ink-2">A second person decides. It stands under Unassigned then, and its customer is told.</p>
      {lines.length > 1 && (
        <SelectField label="What is taken off" options={lines.map(lineOption)} {...field('movementId')} />
      )}
      {chosen && <Frozen facts={cameInFacts(chosen)} />}
      <ReasonField act="take_off" code={form.get('reasonCode')} {...field('reasonCode')} />
      <TextField
        label="Where it is seen"
        hint="The bank's line, the explorer's page, what the payer wrote."
        rows={3}
        {...field('evidence')}
      />
      <TextField {...noteField} {...field('note')} />
    </Shell>
  );
}

/** An approval that is to be undone: never sent, or sent and come back. */
export function UndoDialog(props: StepProps) {
  const { file } = props.step;
  const { leaving } = file;
  const start = { orderId: file.order.id, ...emptyUndo(leaving) };
  const { form, field, busy, submit } = useCommandForm(PrepareUndo, undo, { start, ...useOutcome(props) });
  const chosen = leaving.find(({ id }) => id === form.get('proposalId'));
  return (
    <Shell {...props} busy={busy} submit={submit} says="Ask to undo it">
      <p className="ink-2">A second person decides. A reference that was recorded stays used for ever.</p>
      <UndoFields
        {...{ leaving, chosen, field }}
        reason={
          <ReasonField
            act={chosen?.leftId ? 'bounce' : 'undo'}
            code={form.get('reasonCode')}
            {...field('reasonCode')}
          />
        }
      />
    </Shell>
  );
}
