import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { addDays, jamaicaDay } from '../../../../../../kernel/calendar.ts';
import { ActionDialog } from '../../../../../../ui/admin/action-dialog.tsx';
import { Checkbox } from '../../../../../../ui/checkbox.tsx';
import { api, call } from '../../../../../../ui/client.ts';
import { Field, TextField } from '../../../../../../ui/field.tsx';
import { useCommandForm } from '../../../../../../ui/form.tsx';
import { formatDate, formatDateTime } from '../../../../../../ui/format.ts';
import { Notice } from '../../../../../../ui/notice.tsx';
import { SelectField } from '../../../../../../ui/select-field.tsx';
import { alertTypes } from '../../../../alerts.ts';
import { caseOutcomes, isFreezingOutcome } from '../../../../cases.ts';
import { daysToReport, getReportDueDay } from '../../../../reports.ts';
import { AssignCase, CloseCase, OpenReport, ReopenCase } from '../../../../schema.ts';
import { useAction, useFormOutcome } from '../../../../staff/screens/parts/use-action.ts';
import type { CaseView } from '../../../../views.ts';

type DialogProps = { folder: CaseView; onClose: () => void };

export function AssignCaseDialog({ folder, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(AssignCase, api.compliance.assignCase, {
    start: { caseId: folder.id, to: '' },
    ...useFormOutcome({ says: 'caseAssigned', params: { name: folder.customer.name }, onClose }),
  });
  return (
    <ActionDialog title={`Assign: case ${folder.number}`} says="Assign" {...{ busy, submit, onClose }}>
      <SelectField
        label="Assignee"
        emptyLabel="Choose"
        options={folder.people.map(({ id, name }) => ({ value: id, name }))}
        {...field('to')}
      />
    </ActionDialog>
  );
}

export function CloseCaseDialog({ folder, onClose }: DialogProps) {
  const { form, field, busy, submit } = useCommandForm(CloseCase, api.compliance.closeCase, {
    start: { caseId: folder.id, outcome: '', text: '' },
    ...useFormOutcome({ says: 'caseClosed', params: { name: folder.customer.name }, onClose }),
  });
  const held = folder.orderLines.filter((order) => order.held);
  return (
    <ActionDialog title={`Close: case ${folder.number}`} says="Close the case" {...{ busy, submit, onClose }}>
      {held.length > 0 && (
        <Notice kind="wait">
          {held.map(({ reference }) => reference).join(', ')} {held.length === 1 ? 'is' : 'are'} still on hold. Closing
          the case doesn't release {held.length === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      <SelectField
        label="Outcome"
        emptyLabel="Choose"
        options={Object.entries(caseOutcomes).map(([value, name]) => ({ value, name }))}
        {...field('outcome')}
      />
      {isFreezingOutcome(form.get('outcome')) && (
        <Notice kind="bad" live>
          This freezes {folder.customer.name} now: no new orders, payouts, refunds or releases. Unfreezing takes two
          people. Refunds of money we hold need a separate decision. The customer sees a neutral message.
        </Notice>
      )}
      <TextField
        label="Findings and decision"
        hint="Auditors may read this years from now. The customer can't."
        rows={5}
        {...field('text')}
      />
    </ActionDialog>
  );
}

export function ReopenDialog({ folder, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(ReopenCase, api.compliance.reopenCase, {
    start: { caseId: folder.id, reason: '' },
    ...useFormOutcome({ says: 'caseReopened', params: { name: folder.customer.name }, onClose }),
  });
  return (
    <ActionDialog title={`Reopen: case ${folder.number}`} says="Reopen" {...{ busy, submit, onClose }}>
      <TextField label="Why" rows={4} {...field('reason')} />
    </ActionDialog>
  );
}

export function OpenReportDialog({ folder, onClose }: DialogProps) {
  const navigate = useNavigate();
  const today = jamaicaDay(folder.now);
  const { form, field, busy, submit } = useCommandForm(OpenReport, api.compliance.openReport, {
    start: { caseId: folder.id, suspicionFormedOn: today },
    ...useFormOutcome<{ reportId: string }>({
      says: 'reportOpened',
      params: { name: folder.customer.name },
      onClose,
      onDone: ({ reportId }) => void navigate(`/admin/aml-compliance/reports/${reportId}`),
    }),
  });
  const day = form.get('suspicionFormedOn');
  return (
    <ActionDialog title={`Open a report: case ${folder.number}`} says="Open report" {...{ busy, submit, onClose }}>
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
    </ActionDialog>
  );
}

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

export function AddDialog({ folder, onClose }: DialogProps) {
  const [alerts, setAlerts] = useState<string[]>([]);
  const [orders, setOrders] = useState<string[]>([]);
  const add = useAction({
    send: () => call.compliance.addToCase({ caseId: folder.id, alerts, orders }),
    says: 'caseAdded',
    params: { name: folder.customer.name },
    onDone: onClose,
  });
  const nothing = alerts.length + orders.length === 0;
  return (
    <ActionDialog
      title={`Add to case ${folder.number}`}
      says="Add"
      busy={add.isPending}
      submit={() => (nothing ? undefined : add.mutate(undefined))}
      onClose={onClose}
    >
      <p className="ink-2">Select the items of {folder.customer.name} that belong to this case.</p>
      <Choices
        title="Alerts"
        choices={folder.otherAlerts.map(({ id, type, createdAt, riskScore }) => ({
          id,
          label: `${alertTypes[type]}, ${formatDateTime(createdAt)}, score ${riskScore}`,
        }))}
        chosen={alerts}
        onChosen={setAlerts}
      />
      <Choices
        title="Orders"
        choices={folder.otherOrders.map(({ id, reference }) => ({ id, label: reference }))}
        chosen={orders}
        onChosen={setOrders}
      />
    </ActionDialog>
  );
}
