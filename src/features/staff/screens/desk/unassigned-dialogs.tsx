import { api, call } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { useDone } from '../../../../ui/desk/use-reread.ts';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { assetNetworks, networks } from '../../../coins/networks.ts';
import { amountPlain, amountWords, assetOf } from '../../../movements/amount.ts';
import { noteReasons, unassignedReasons, whyWords } from '../../../movements/unassigned-why.ts';
import { reasonsFor } from '../../../trading/order/reasons.ts';
import { Attach, RecordUnassigned } from '../../../trading/unassigned/schema.ts';
import { moneyNotices } from '../../messages.ts';
import { type Around, command, NoteField, NoteForm, off, ReasonForm, SentForm, UndoForm } from './act-forms.tsx';
import { PayerFields } from './arrival-fields.tsx';
import type { UnassignedLine } from './data.ts';
import { Frozen, frozenFacts, partyFacts } from './order-facts.tsx';
import { type MoneyAct, moneyActs } from './unassigned-acts.ts';
import { today, WhenFields } from './when-fields.tsx';

const { unassigned } = call;

/** The list, and the orders that it touches, are read anew after an act and after a refusal. */
const useOutcome = (act: MoneyAct | 'record', onClose: () => void) =>
  useDone([api.unassigned.key(), api.desk.key()], { onClose, says: () => toastSuccess(moneyNotices[act]) });

type Props = { line: UnassignedLine; act: MoneyAct; onClose: () => void };

function useShell({ act, onClose }: Props): Around {
  const { name, grave = false } = moneyActs[act];
  return { dialog: { title: name, says: name, grave, onClose }, outcome: useOutcome(act, onClose) };
}

const whole = (line: UnassignedLine) => (
  <Frozen
    facts={[
      ['Left', amountWords(line.left)],
      ['From', partyFacts(line)],
      ['Came under', line.reference ?? 'No reference'],
      ['Why', whyWords(line)],
    ]}
  />
);

const attach = command(unassigned.attach);

/** So much of it becomes the pay-in of an order or a payment. */
function AttachDialog(props: Props) {
  const { line } = props;
  const { dialog, outcome } = useShell(props);
  const start = { movementId: line.id, reference: '', amount: amountPlain(line.left), note: '' };
  const { field, busy, submit } = useCommandForm(Attach, attach, { start, ...outcome });
  return (
    <ActDialog {...dialog} busy={busy} submit={submit}>
      <p className="ink-2">{moneyActs.attach.hint}</p>
      {whole(line)}
      <Field label="Order or payment" hint="Its reference, such as K7M4-9QX." {...off} {...field('reference')} />
      <Field
        label="Amount for it"
        hint="What is over stays unassigned."
        inputMode="decimal"
        suffix={assetOf(line.left)}
        {...off}
        {...field('amount')}
      />
      <NoteField {...field('note')} />
    </ActDialog>
  );
}

function ReturnDialog(props: Props) {
  const { line } = props;
  return (
    <ReasonForm
      around={useShell(props)}
      send={(typed) => unassigned.prepareReturn({ movementId: line.id, ...typed })}
      hint={moneyActs.prepareReturn.hint}
      reasons={reasonsFor('return')}
    >
      {whole(line)}
    </ReasonForm>
  );
}

function DecideDialog(props: Props & { act: 'approve' | 'decline' }) {
  const { line, act } = props;
  const read = { movementId: line.id, proposalId: line.waiting?.id ?? '', decision: act };
  return (
    <NoteForm
      around={useShell(props)}
      send={(typed) => unassigned.decide({ ...read, ...typed })}
      hint={moneyActs[act].hint}
      rejects={act === 'decline' && line.waiting?.mine === false}
    >
      {line.waiting && <Frozen facts={[...frozenFacts(line.waiting.frozen), ['Why unassigned', whyWords(line)]]} />}
    </NoteForm>
  );
}

function SentDialog(props: Props) {
  const { line } = props;
  return (
    <SentForm
      around={useShell(props)}
      send={(typed) => unassigned.recordReturned({ movementId: line.id, ...typed })}
      hint={moneyActs.recordReturned.hint}
      agreed={line.leaving.find(({ leftId }) => leftId === null)}
      rail={line.rail}
    />
  );
}

const undone = { undo: reasonsFor('undo'), bounce: reasonsFor('bounce') };

function UndoDialog(props: Props) {
  const { line } = props;
  return (
    <UndoForm
      around={useShell(props)}
      send={(typed) => unassigned.undoReturn({ movementId: line.id, ...typed })}
      leaving={line.leaving}
      reasons={undone}
    />
  );
}

/** The form of an act on money that stands on no order. */
export function MoneyDialog(props: Props) {
  const { act } = props;
  if (act === 'attach') return <AttachDialog {...props} />;
  if (act === 'prepareReturn') return <ReturnDialog {...props} />;
  if (act === 'recordReturned') return <SentDialog {...props} />;
  return act === 'undoReturn' ? <UndoDialog {...props} /> : <DecideDialog {...props} act={act} />;
}

const assetOptions = ['JMD', 'USD', ...Object.keys(assetNetworks)].map((value) => ({ value, name: value }));
const railsOf = (asset: string) =>
  asset === 'JMD' || asset === 'USD'
    ? [{ value: 'bank', name: 'Bank' }]
    : (assetNetworks[asset as keyof typeof assetNetworks] ?? []).map(({ network }) => ({
        value: network as string,
        name: networks[network].name,
      }));
const reasonOptions = noteReasons.map((value) => ({ value, name: unassignedReasons[value] }));
const note = command(unassigned.record);

/** Writes down what came in and is no order's, or several orders': whole. */
export function RecordDialog({ onClose }: { onClose: () => void }) {
  const start = {
    ...{
      asset: 'JMD' as const,
      rail: 'bank' as const,
      reference: '',
      part: '',
      amount: '',
      reason: 'nothing_known' as const,
    },
    ...{ movedOn: today(), movedTime: '', payerBank: '', payerAccount: '', payerHolder: '' },
    ...{ senderAddress: '', senderTag: '', note: '' },
  };
  const { form, field, busy, submit } = useCommandForm(RecordUnassigned, note, {
    start,
    ...useOutcome('record', onClose),
  });
  const [asset, rail] = [form.get('asset'), form.get('rail')];
  const chosen = field('asset');
  const bank = rail === 'bank';
  return (
    <ActDialog title="What came in" says="Record" busy={busy} submit={submit} onClose={onClose}>
      <p className="ink-2">Whole, as the bank line or the chain shows it. Parts of it are attached after.</p>
      <SelectField label="Why it stands on no order" options={reasonOptions} {...field('reason')} />
      <div className="pair">
        <SelectField
          label="Money or coin"
          options={assetOptions}
          {...chosen}
          onChange={(event) => {
            void chosen.onChange(event);
            form.set('rail', (railsOf(event.target.value)[0]?.value ?? 'bank') as typeof rail);
          }}
        />
        <SelectField label="Came over" options={railsOf(asset)} {...field('rail')} />
      </div>
      <Field label="Amount that arrived" inputMode="decimal" suffix={asset} {...off} {...field('amount')} />
      <div className="pair">
        <Field label={bank ? 'Bank line' : 'Transaction hash'} {...off} {...field('reference')} />
        <Field label="Part or output" aside="If a further one" inputMode="numeric" {...off} {...field('part')} />
      </div>
      <WhenFields
        says={bank ? 'Arrived on' : 'Sent on'}
        timed={!bank}
        fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }}
      />
      {bank ? (
        <PayerFields field={field} />
      ) : (
        <>
          <Field label="Sent from" {...off} {...field('senderAddress')} />
          {rail === 'xrp' && <Field label="Tag" aside="If there is one" {...off} {...field('senderTag')} />}
        </>
      )}
      <NoteField {...field('note')} />
    </ActDialog>
  );
}
