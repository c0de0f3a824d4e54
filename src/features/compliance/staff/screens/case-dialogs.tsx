import { type ReactNode, useState } from 'react';
import { addDays, jamaicaDay } from '../../../../kernel/calendar.ts';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { api, call } from '../../../../ui/client.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { readReason, reasonsFor } from '../../../trading/order/reasons.ts';
import { alertTypes } from '../../alerts.ts';
import { caseOutcomes, isFreezingOutcome } from '../../cases.ts';
import { daysToReport, getReportDueDay } from '../../reports.ts';
import { AssignCase, CloseCase, DecideRelease, HoldOrder, OpenReport, ReleaseOrder, ReopenCase } from '../../schema.ts';
import type { CaseOrder, CaseView } from '../../views.ts';
import { misfitLabels } from './labels.ts';
import { describeOutcome, useAction } from './use-action.ts';

type CaseProps = { caseView: CaseView };

export const AssignCaseDialog = defineAction(AssignCase, api.compliance.assignCase, ({ caseView }: CaseProps) => ({
  ...describeOutcome('caseAssigned', { name: caseView.customer.name }),
  title: `Assign: case ${caseView.number}`,
  confirmLabel: 'Assign',
  start: { caseId: caseView.id, to: '' },
  fields: {
    to: {
      label: 'Assignee',
      emptyLabel: 'Choose',
      options: caseView.people.map(({ id, name }) => ({ value: id, name })),
    },
  },
}));

const outcomeOptions = Object.entries(caseOutcomes).map(([value, name]) => ({ value, name }));

export const CloseCaseDialog = defineAction(CloseCase, api.compliance.closeCase, ({ caseView }: CaseProps) => {
  const held = caseView.orderLines.filter((order) => order.held);
  return {
    ...describeOutcome('caseClosed', { name: caseView.customer.name }),
    title: `Close: case ${caseView.number}`,
    confirmLabel: 'Close the case',
    start: { caseId: caseView.id, outcome: '', text: '' },
    details: held.length > 0 && (
      <Notice kind="wait">
        {held.map(({ reference }) => reference).join(', ')} {held.length === 1 ? 'is' : 'are'} still on hold. Closing
        the case doesn't release {held.length === 1 ? 'it' : 'them'}.
      </Notice>
    ),
    fields: ({ form, field }) => (
      <>
        <SelectField label="Outcome" emptyLabel="Choose" options={outcomeOptions} {...field('outcome')} />
        {isFreezingOutcome(form.get('outcome')) && (
          <Notice kind="bad" live>
            This freezes {caseView.customer.name} now: no new orders, payouts, refunds or releases. Unfreezing takes two
            people. Refunds of money we hold need a separate decision. The customer sees a neutral message.
          </Notice>
        )}
        <TextField
          label="Findings and decision"
          hint="Auditors may read this years from now. The customer can't."
          rows={5}
          {...field('text')}
        />
      </>
    ),
  };
});

export const ReopenDialog = defineAction(ReopenCase, api.compliance.reopenCase, ({ caseView }: CaseProps) => ({
  ...describeOutcome('caseReopened', { name: caseView.customer.name }),
  title: `Reopen: case ${caseView.number}`,
  confirmLabel: 'Reopen',
  start: { caseId: caseView.id, reason: '' },
  fields: { reason: { label: 'Why', rows: 4 } },
}));

export const OpenReportDialog = defineAction(OpenReport, api.compliance.openReport, ({ caseView }: CaseProps) => {
  const today = jamaicaDay(caseView.now);
  return {
    ...describeOutcome('reportOpened', { name: caseView.customer.name }),
    title: `Open a report: case ${caseView.number}`,
    confirmLabel: 'Open report',
    start: { caseId: caseView.id, suspicionFormedOn: today },
    onDone: ({ reportId }, navigate) => void navigate(`/admin/aml-compliance/reports/${reportId}`),
    fields: ({ form, field }) => {
      const day = form.get('suspicionFormedOn');
      return (
        <>
          <Field
            label="Suspicion formed on"
            type="date"
            max={today}
            min={addDays(today, -365)}
            hint={
              /^\d{4}-\d{2}-\d{2}$/.test(day)
                ? `Due within ${daysToReport} days: by ${formatDate(getReportDueDay(day))}.`
                : `Due within ${daysToReport} days.`
            }
            {...field('suspicionFormedOn')}
          />
          <p className="ink-2">Only the compliance role can see reports. The customer must never learn of them.</p>
        </>
      );
    },
  };
});

type Choice = { id: string; label: ReactNode };

function Choices({ title, choices, chosen, onChosen }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <fieldset className="field">
      <legend className="label">{title}</legend>
      {choices.map(({ id, label }) => (
        <Checkbox
          key={id}
          label={label}
          checked={chosen.includes(id)}
          onChange={() => onChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])}
        />
      ))}
    </fieldset>
  );
}
type ChoicesProps = {
  title: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
};

export function AddDialog({ caseView, onClose }: CaseProps & { onClose: () => void }) {
  const [alerts, setAlerts] = useState<string[]>([]);
  const [orders, setOrders] = useState<string[]>([]);
  const add = useAction({
    send: () => call.compliance.addToCase({ caseId: caseView.id, alerts, orders }),
    notice: 'caseAdded',
    params: { name: caseView.customer.name },
    onDone: onClose,
  });
  const isEmpty = alerts.length + orders.length === 0;
  return (
    <ActionDialog
      title={`Add to case ${caseView.number}`}
      confirmLabel="Add"
      busy={add.isPending}
      submit={() => (isEmpty ? undefined : add.mutate(undefined))}
      onClose={onClose}
    >
      <p className="ink-2">Select the items of {caseView.customer.name} that belong to this case.</p>
      <Choices
        title="Alerts"
        choices={caseView.otherAlerts.map(({ id, type, createdAt, riskScore }) => ({
          id,
          label: `${alertTypes[type]}, ${formatDateTime(createdAt)}, score ${riskScore}`,
        }))}
        chosen={alerts}
        onChosen={setAlerts}
      />
      <Choices
        title="Orders"
        choices={caseView.otherOrders.map(({ id, reference }) => ({ id, label: reference }))}
        chosen={orders}
        onChosen={setOrders}
      />
    </ActionDialog>
  );
}

type OrderProps = { caseView: CaseView; order: CaseOrder };

export const HoldDialog = defineAction(HoldOrder, api.compliance.holdOrder, ({ caseView, order }: OrderProps) => ({
  ...describeOutcome('orderHeld', { reference: order.reference }),
  title: `Hold: ${order.reference}`,
  confirmLabel: 'Hold',
  grave: true,
  start: { caseId: caseView.id, orderId: order.id, reasonCode: '', note: '' },
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

const describeRelease = ({ caseView, order }: OrderProps) => ({
  title: `Release: ${order.reference}`,
  confirmLabel: 'Release',
  start: { caseId: caseView.id, orderId: order.id, note: '' },
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
  confirmLabel: 'Propose',
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
      confirmLabel: approves ? 'Release' : 'Reject',
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
