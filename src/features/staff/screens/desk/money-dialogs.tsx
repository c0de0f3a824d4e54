import { call } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { amountWords } from '../../../movements/amount.ts';
import type { Rail } from '../../../movements/movement-reference.ts';
import { ConfirmReceived, PrepareReturn, UndoPayIn } from '../../../trading/desk/schema.ts';
import { reasonsFor } from '../../../trading/order/reasons.ts';
import { command, NoteField, ReasonField, SentForm, UndoForm } from './act-forms.tsx';
import { ArrivalFields, PayerFields } from './arrival-fields.tsx';
import type { Case } from './data.ts';
import { cameInFacts, Frozen, returnFacts } from './order-facts.tsx';
import { Rivals } from './rivals.tsx';
import { type StepProps, useShell } from './step-shell.tsx';
import { today } from './when-fields.tsx';

const { desk } = call;
const receive = { first: command(desk.confirmReceived), again: command(desk.recordExtra) };
const nobody = { payerBank: '', payerAccount: '', payerHolder: '', senderAddress: '', senderTag: '' };

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
  const { dialog, outcome } = useShell(props, bought ? 'The money is there' : 'The coins are there');
  const { field, busy, submit } = useCommandForm(ConfirmReceived, way, { start, ...outcome });
  return (
    <ActDialog {...dialog} busy={busy} submit={submit}>
      <Frozen facts={[['Asked', amountWords(file.balance.asked)]]} />
      <Rivals file={file} />
      <ArrivalFields
        coins={!bought}
        lineHint={bought ? 'As the bank shows it. A slip is not enough.' : 'As the chain shows it.'}
        senderHint="The address that really sent them."
        suffix={bought ? file.order.fiat.currency : file.order.coins.symbol}
        when={bought ? 'Arrived on' : 'Sent on'}
        field={field}
      />
      <NoteField {...field('note')} />
    </ActDialog>
  );
}

const record = { complete: desk.recordSent, recordReturned: desk.recordReturned };

/** What two people agreed on was sent: under which reference, and when. */
export function SentDialog(props: StepProps & { act: keyof typeof record }) {
  const { step, act } = props;
  const { file } = step;
  const kind = act === 'complete' ? 'payout' : 'return';
  const agreed = file.leaving.find((one) => one.kind === kind && one.leftId === null);
  return (
    <SentForm
      around={useShell(props)}
      send={(typed) => record[act]({ orderId: file.order.id, ...typed })}
      hint="Only once exactly this was sent. The customer is told."
      agreed={agreed}
      rail={(agreed?.frozen['rail'] ?? 'bank') as Rail}
    />
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
  const { dialog, outcome } = useShell(props);
  const { form, field, busy, submit } = useCommandForm(PrepareReturn, giveBack, { start, ...outcome });
  const chosen = lines.find(({ id }) => id === form.get('movementId'));
  const unknown = chosen?.party.account === null && chosen.party.address === null;
  return (
    <ActDialog {...dialog} busy={busy} submit={submit}>
      <p className="ink-2">This is frozen for the second person. Nothing is sent before they agreed.</p>
      {lines.length > 1 && (
        <SelectField label="What goes back" options={lines.map(lineOption)} {...field('movementId')} />
      )}
      {chosen && <Frozen facts={returnFacts(chosen)} />}
      {unknown && <PayerFields field={field} hint="It was not recorded then. Read it off the bank line." />}
      <ReasonField reasons={reasonsFor('return')} code={form.get('reasonCode')} {...field('reasonCode')} />
      <NoteField {...field('note')} />
    </ActDialog>
  );
}

const takeOff = command(desk.undoPayIn);

/** What came in and was not for this order: it goes on as unassigned money. */
export function TakeOffDialog(props: StepProps) {
  const { file } = props.step;
  const lines = file.order.movements.filter(({ id }) => file.toTakeOff.includes(id));
  const start = { orderId: file.order.id, movementId: lines[0]?.id ?? '', reasonCode: '', evidence: '', note: '' };
  const { dialog, outcome } = useShell(props, 'Ask to take it off');
  const { form, field, busy, submit } = useCommandForm(UndoPayIn, takeOff, { start, ...outcome });
  const chosen = lines.find(({ id }) => id === form.get('movementId'));
  return (
    <ActDialog {...dialog} busy={busy} submit={submit}>
      <p className="ink-2">A second person decides. It stands under Unassigned then, and its customer is told.</p>
      {lines.length > 1 && (
        <SelectField label="What is taken off" options={lines.map(lineOption)} {...field('movementId')} />
      )}
      {chosen && <Frozen facts={cameInFacts(chosen)} />}
      <ReasonField reasons={reasonsFor('take_off')} code={form.get('reasonCode')} {...field('reasonCode')} />
      <TextField
        label="Where it is seen"
        hint="The bank's line, the explorer's page, what the payer wrote."
        rows={3}
        {...field('evidence')}
      />
      <NoteField {...field('note')} />
    </ActDialog>
  );
}

const undone = { undo: reasonsFor('undo'), bounce: reasonsFor('bounce') };

/** An approval that is to be undone: never sent, or sent and come back. */
export function UndoDialog(props: StepProps) {
  const { file } = props.step;
  return (
    <UndoForm
      around={useShell(props, 'Ask to undo it')}
      send={(typed) => desk.prepareUndo({ orderId: file.order.id, ...typed })}
      leaving={file.leaving}
      reasons={undone}
    />
  );
}
