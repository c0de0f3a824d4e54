import { ActionDialog } from '../../../../../../ui/admin/action-dialog.tsx';
import { api } from '../../../../../../ui/client.ts';
import { TextField } from '../../../../../../ui/field.tsx';
import { useCommandForm } from '../../../../../../ui/form.tsx';
import { SelectField } from '../../../../../../ui/select-field.tsx';
import { readReason, reasonsFor } from '../../../../../trading/order/reasons.ts';
import { DecideRelease, HoldOrder, ReleaseOrder } from '../../../../schema.ts';
import { useFormOutcome } from '../../../../staff/screens/parts/use-action.ts';
import type { CaseOrder, CaseView } from '../../../../views.ts';
import { misfitLabels } from './labels.ts';

type DialogProps = { folder: CaseView; order: CaseOrder; onClose: () => void };

export function HoldDialog({ folder, order, onClose }: DialogProps) {
  const { reference } = order;
  const { form, field, busy, submit } = useCommandForm(HoldOrder, api.compliance.holdOrder, {
    start: { caseId: folder.id, orderId: order.id, reasonCode: '', note: '' },
    ...useFormOutcome({ says: 'orderHeld', params: { reference }, onClose }),
  });
  const reason = readReason('hold', form.get('reasonCode'));
  return (
    <ActionDialog title={`Hold: ${reference}`} says="Hold" grave {...{ busy, submit, onClose }}>
      <SelectField
        label="Reason"
        emptyLabel="Choose"
        options={reasonsFor('hold').map(({ code, staff }) => ({ value: code, name: staff }))}
        hint={reason?.customer ? `The customer sees: ${reason.customer}` : "The customer can't see the reason."}
        {...field('reasonCode')}
      />
      <TextField label="Note" labelNote="Optional" rows={3} {...field('note')} />
    </ActionDialog>
  );
}

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
    <ActionDialog
      title={`${twoPeople ? 'Propose release' : 'Release'}: ${reference}`}
      says={twoPeople ? 'Propose' : 'Release'}
      {...{ busy, submit, onClose }}
    >
      {twoPeople && (
        <p className="ink-2">
          {misfit ? misfitLabels[misfit] : 'A list match stopped the order.'} A second person must approve the release.
        </p>
      )}
      <TextField label="Reason for the release" hint="Shown in the timeline." rows={4} {...field('note')} />
    </ActionDialog>
  );
}

type DecideProps = DialogProps & { proposalId: string; decision: 'approve' | 'reject' };

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
    <ActionDialog
      title={`${approves ? 'Approve release' : 'Reject release'}: ${reference}`}
      says={approves ? 'Release' : 'Reject'}
      grave={!approves}
      {...{ busy, submit, onClose }}
    >
      <p className="ink-2">
        {order.misfit && misfitLabels[order.misfit]}{' '}
        {approves ? 'The order continues and can be paid out.' : 'The order stays on hold.'}
      </p>
      {order.release?.note && <p className="wrap-any">“{order.release.note}”</p>}
      {approves ? (
        <TextField label="Note" labelNote="Optional" rows={3} {...field('note')} />
      ) : (
        <TextField
          label="Reason for the rejection"
          hint="Shown in the timeline."
          rows={3}
          maxLength={500}
          {...field('note')}
        />
      )}
    </ActionDialog>
  );
}
