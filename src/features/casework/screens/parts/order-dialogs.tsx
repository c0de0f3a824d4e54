import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { DecideRelease, HoldOrder, ReleaseOrder } from '../../../compliance/schema.ts';
import { useFormOutcome } from '../../../compliance/screens/parts/use-act.ts';
import type { CaseOrder, CaseView } from '../../../compliance/views.ts';
import { readReason, reasonsFor } from '../../../trading/order/reasons.ts';
import { misfitWords } from './words.ts';

type DialogProps = { folder: CaseView; order: CaseOrder; onClose: () => void };

/** Stops an order where it is. */
export function HoldDialog({ folder, order, onClose }: DialogProps) {
  const { reference } = order;
  const { form, field, busy, submit } = useCommandForm(HoldOrder, api.compliance.holdOrder, {
    start: { caseId: folder.id, orderId: order.id, reasonCode: '', note: '' },
    ...useFormOutcome({ says: 'orderHeld', params: { reference }, onClose }),
  });
  const reason = readReason('hold', form.get('reasonCode'));
  return (
    <ActDialog title={`Hold: ${reference}`} says="Hold" grave {...{ busy, submit, onClose }}>
      <SelectField
        label="Reason"
        empty="Choose"
        options={reasonsFor('hold').map(({ code, staff }) => ({ value: code, name: staff }))}
        hint={
          reason?.customer ? `The customer reads: ${reason.customer}` : 'The customer learns nothing of the reason.'
        }
        {...field('reasonCode')}
      />
      <TextField label="Note" aside="Optional" rows={3} {...field('note')} />
    </ActDialog>
  );
}

/** Lets a held order go on; where one person is not enough, asks a second one to. */
export function ReleaseDialog({ folder, order, onClose }: DialogProps) {
  const { reference, twoPeople, misfit } = order;
  const command = twoPeople ? api.compliance.proposeRelease : api.compliance.releaseOrder;
  const { field, busy, submit } = useCommandForm(ReleaseOrder, command as typeof api.compliance.releaseOrder, {
    start: { caseId: folder.id, orderId: order.id, note: '' },
    ...useFormOutcome({
      says: twoPeople ? 'releaseProposed' : 'orderReleased',
      params: { reference },
      onClose,
    }),
  });
  return (
    <ActDialog
      title={`${twoPeople ? 'Propose release' : 'Release'}: ${reference}`}
      says={twoPeople ? 'Propose' : 'Release'}
      {...{ busy, submit, onClose }}
    >
      {twoPeople && (
        <p className="ink-2">
          {misfit ? misfitWords[misfit] : 'It was stopped by a list.'} Somebody else has to approve as well.
        </p>
      )}
      <TextField label="Why it may go on" hint="It stands in the time line." rows={4} {...field('note')} />
    </ActDialog>
  );
}

type DecideProps = DialogProps & { proposalId: string; decision: 'approve' | 'reject' };

/** The second person's decision on a release. */
export function DecideReleaseDialog({ order, proposalId, decision, onClose }: DecideProps) {
  const { reference } = order;
  const approves = decision === 'approve';
  const { field, busy, submit } = useCommandForm(DecideRelease, api.compliance.decideRelease, {
    start: { proposalId, decision, note: '' },
    ...useFormOutcome({
      says: approves ? 'releaseApproved' : 'releaseRejected',
      params: { reference },
      onClose,
    }),
  });
  return (
    <ActDialog
      title={`${approves ? 'Approve release' : 'Refuse release'}: ${reference}`}
      says={approves ? 'Release' : 'Refuse'}
      grave={!approves}
      {...{ busy, submit, onClose }}
    >
      <p className="ink-2">
        {order.misfit && misfitWords[order.misfit]}{' '}
        {approves ? 'It goes on at once and can be paid out.' : 'The order stays held.'}
      </p>
      {order.release?.note && <p className="wrap-any">“{order.release.note}”</p>}
      {approves ? (
        <TextField label="Note" aside="Optional" rows={3} {...field('note')} />
      ) : (
        <TextField
          label="Why it is refused"
          hint="It stands in the time line."
          rows={3}
          maxLength={500}
          {...field('note')}
        />
      )}
    </ActDialog>
  );
}
