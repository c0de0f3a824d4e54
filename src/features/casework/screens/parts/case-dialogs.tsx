import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { jamaicaDay, shiftDay } from '../../../../kernel/calendar.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { api, call } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { dateText, momentText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { alertTypes } from '../../../compliance/alerts.ts';
import { caseOutcomes, freezes } from '../../../compliance/cases.ts';
import { daysToReport, reportDue } from '../../../compliance/reports.ts';
import { AssignCase, CloseCase, OpenReport, ReopenCase } from '../../../compliance/schema.ts';
import { useAct, useFormOutcome } from '../../../compliance/screens/parts/use-act.ts';
import type { CaseView } from '../../../compliance/views.ts';

type DialogProps = { folder: CaseView; onClose: () => void };

/** Gives the case to somebody. */
export function AssignCaseDialog({ folder, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(AssignCase, api.compliance.assignCase, {
    start: { caseId: folder.id, to: '' },
    ...useFormOutcome({ says: 'caseAssigned', params: { name: folder.customer.name }, onClose }),
  });
  return (
    <ActDialog title={`Give to: case ${folder.number}`} says="Give" {...{ busy, submit, onClose }}>
      <SelectField
        label="To"
        empty="Choose"
        options={folder.people.map(({ id, name }) => ({ value: id, name }))}
        {...field('to')}
      />
    </ActDialog>
  );
}

/** Ends the case: a coded outcome, and what was found and decided. */
export function CloseCaseDialog({ folder, onClose }: DialogProps) {
  const { form, field, busy, submit } = useCommandForm(CloseCase, api.compliance.closeCase, {
    start: { caseId: folder.id, outcome: '', text: '' },
    ...useFormOutcome({ says: 'caseClosed', params: { name: folder.customer.name }, onClose }),
  });
  const held = folder.orderLines.filter((order) => order.held);
  return (
    <ActDialog title={`Close: case ${folder.number}`} says="Close the case" {...{ busy, submit, onClose }}>
      {held.length > 0 && (
        <Notice kind="wait">
          {held.map(({ reference }) => reference).join(', ')} {held.length === 1 ? 'is' : 'are'} still held. Closing the
          case does not release {held.length === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      <SelectField
        label="Outcome"
        empty="Choose"
        options={Object.entries(caseOutcomes).map(([value, name]) => ({ value, name }))}
        {...field('outcome')}
      />
      {freezes(form.get('outcome')) && (
        <Notice kind="bad" live>
          This freezes {folder.customer.name} at once: no order is taken, nothing of theirs is paid, returned or
          released. Two people thaw. Money that is here is given back by a decision of its own. The customer reads
          neutral words.
        </Notice>
      )}
      <TextField
        label="What was found and decided"
        hint="Whoever inspects us reads it, years from now. The customer never does."
        rows={5}
        {...field('text')}
      />
    </ActDialog>
  );
}

/** Opens a closed case again, with the reason. */
export function ReopenDialog({ folder, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(ReopenCase, api.compliance.reopenCase, {
    start: { caseId: folder.id, reason: '' },
    ...useFormOutcome({ says: 'caseReopened', params: { name: folder.customer.name }, onClose }),
  });
  return (
    <ActDialog title={`Open again: case ${folder.number}`} says="Open again" {...{ busy, submit, onClose }}>
      <TextField label="Why" rows={4} {...field('reason')} />
    </ActDialog>
  );
}

/** Starts a report to the authority. Its clock runs from the day on which the suspicion was formed. */
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
    <ActDialog title={`Open a report: case ${folder.number}`} says="Open the report" {...{ busy, submit, onClose }}>
      <Field
        label="The suspicion was formed on"
        type="date"
        max={today}
        min={shiftDay(today, -365)}
        hint={
          /^\d{4}-\d{2}-\d{2}$/.test(day)
            ? `Due within ${daysToReport} days: by ${dateText(reportDue(day))}.`
            : `Due within ${daysToReport} days.`
        }
        {...field('suspicionFormedOn')}
      />
      <p className="ink-2">
        Only the role compliance sees that there is a report. The customer must never learn of it.
      </p>
    </ActDialog>
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

/** Alerts and orders of the same customer that are not in the case yet. */
export function AddDialog({ folder, onClose }: DialogProps) {
  const [alerts, setAlerts] = useState<string[]>([]);
  const [orders, setOrders] = useState<string[]>([]);
  const add = useAct({
    send: () => call.compliance.addToCase({ caseId: folder.id, alerts, orders }),
    says: 'caseAdded',
    params: { name: folder.customer.name },
    onDone: onClose,
  });
  const nothing = alerts.length + orders.length === 0;
  return (
    <ActDialog
      title={`Add to case ${folder.number}`}
      says="Add"
      busy={add.isPending}
      submit={() => (nothing ? undefined : add.mutate(undefined))}
      onClose={onClose}
    >
      <p className="ink-2">Of {folder.customer.name} alone. Tick what belongs to this decision.</p>
      <Choices
        title="Alerts"
        choices={folder.otherAlerts.map(({ id, type, createdAt, riskScore }) => ({
          id,
          label: `${alertTypes[type]}, ${momentText(createdAt)}, score ${riskScore}`,
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
    </ActDialog>
  );
}
