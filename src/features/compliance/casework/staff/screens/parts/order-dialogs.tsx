import { defineAction } from '../../../../../../ui/admin/define-action.tsx';
import { api } from '../../../../../../ui/client.ts';
import { readReason, reasonsFor } from '../../../../../trading/order/reasons.ts';
import { DecideRelease, HoldOrder, ReleaseOrder } from '../../../../schema.ts';
import { describeOutcome } from '../../../../staff/screens/parts/use-action.ts';
import type { CaseOrder, CaseView } from '../../../../views.ts';
import { misfitLabels } from './labels.ts';

type OrderProps = { folder: CaseView; order: CaseOrder };

export const HoldDialog = defineAction(HoldOrder, api.compliance.holdOrder, ({ folder, order }: OrderProps) => ({
  ...describeOutcome('orderHeld', { reference: order.reference }),
  title: `Hold: ${order.reference}`,
  says: 'Hold',
  grave: true,
  start: { caseId: folder.id, orderId: order.id, reasonCode: '', note: '' },
  fields: ({ form }) => {
    const reason = readReason('hold', form.get('reasonCode'));
    return {
      reasonCode: {
        label: 'Reason',
        emptyLabel: 'Choose',
        options: reasonsFor('hold').map(({ code, staff }) => ({ value: code, name: staff })),
        hint: reason?.customer ? `The customer sees: ${reason.customer}` : "The customer can't see the reason.",
      },
      note: { label: 'Note', labelNote: 'Optional', rows: 3 },
    };
  },
}));

const describeRelease = ({ folder, order }: OrderProps) => ({
  title: `Release: ${order.reference}`,
  says: 'Release',
  start: { caseId: folder.id, orderId: order.id, note: '' },
  fields: { note: { label: 'Reason for the release', hint: 'Shown in the timeline.', rows: 4 } },
});

const ReleaseAlone = defineAction(ReleaseOrder, api.compliance.releaseOrder, (props: OrderProps) => ({
  ...describeRelease(props),
  ...describeOutcome('orderReleased', { reference: props.order.reference }),
}));

const ProposeRelease = defineAction(ReleaseOrder, api.compliance.proposeRelease, (props: OrderProps) => ({
  ...describeRelease(props),
  ...describeOutcome('releaseProposed', { reference: props.order.reference }),
  title: `Propose release: ${props.order.reference}`,
  says: 'Propose',
  hint: `${
    props.order.misfit ? misfitLabels[props.order.misfit] : 'A list match stopped the order.'
  } A second person must approve the release.`,
}));

export const ReleaseDialog = (props: OrderProps & { onClose: () => void }) =>
  props.order.twoPeople ? <ProposeRelease {...props} /> : <ReleaseAlone {...props} />;

type DecideProps = OrderProps & { proposalId: string; decision: 'approve' | 'reject' };

export const DecideReleaseDialog = defineAction(
  DecideRelease,
  api.compliance.decideRelease,
  ({ order, proposalId, decision }: DecideProps) => {
    const approves = decision === 'approve';
    return {
      ...describeOutcome(approves ? 'releaseApproved' : 'releaseRejected', { reference: order.reference }),
      title: `${approves ? 'Approve release' : 'Reject release'}: ${order.reference}`,
      says: approves ? 'Release' : 'Reject',
      grave: !approves,
      start: { proposalId, decision, note: '' },
      hint: (
        <>
          {order.misfit && misfitLabels[order.misfit]}{' '}
          {approves ? 'The order continues and can be paid out.' : 'The order stays on hold.'}
        </>
      ),
      details: order.release?.note && <p className="wrap-any">“{order.release.note}”</p>,
      fields: {
        note: approves
          ? { label: 'Note', labelNote: 'Optional', rows: 3 }
          : { label: 'Reason for the rejection', hint: 'Shown in the timeline.', rows: 3, maxLength: 500 },
      },
    };
  },
);
