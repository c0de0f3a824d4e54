import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addDays, jamaicaDay } from '../../../../../../kernel/calendar.ts';
import { ActionDialog } from '../../../../../../ui/admin/action-dialog.tsx';
import { api, call } from '../../../../../../ui/client.ts';
import { Field, TextField } from '../../../../../../ui/field.tsx';
import { useCommandForm } from '../../../../../../ui/form.tsx';
import { SelectField } from '../../../../../../ui/select-field.tsx';
import { alertOutcomes, alertTypes, maxSnoozeDays } from '../../../../alerts.ts';
import { AssignAlert, CloseAlert, OpenCase, Snooze } from '../../../../schema.ts';
import { useAction, useFormOutcome } from '../../../../staff/screens/parts/use-action.ts';
import type { AlertView } from '../../../../views.ts';
import { formatCode } from './labels.ts';

type DialogProps = { alert: AlertView; onClose: () => void };

const toOptions = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, name]) => ({ value, name }));

export function AssignDialog({ alert, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(AssignAlert, api.compliance.assignAlert, {
    start: { alertId: alert.id, to: '' },
    ...useFormOutcome({ says: 'alertAssigned', params: { name: alert.customer.name }, onClose }),
  });
  const people = alert.people.filter(({ id }) => id !== alert.assignee?.id);
  return (
    <ActionDialog title={`Assign: ${alertTypes[alert.type]}`} says="Assign" {...{ busy, submit, onClose }}>
      <SelectField
        label="Assignee"
        emptyLabel="Choose"
        options={people.map(({ id, name }) => ({ value: id, name }))}
        {...field('to')}
      />
    </ActionDialog>
  );
}

export function CloseAlertDialog({ alert, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(CloseAlert, api.compliance.closeAlert, {
    start: { alertId: alert.id, outcome: '', note: '' },
    ...useFormOutcome({ says: 'alertClosed', params: { name: alert.customer.name }, onClose }),
  });
  return (
    <ActionDialog title={`Close: ${alertTypes[alert.type]}`} says="Close the alert" {...{ busy, submit, onClose }}>
      <SelectField label="Outcome" emptyLabel="Choose" options={toOptions(alertOutcomes)} {...field('outcome')} />
      <TextField label="Why" hint="Auditors can read this. The customer can't." rows={3} {...field('note')} />
    </ActionDialog>
  );
}

export function SnoozeDialog({ alert, onClose }: DialogProps) {
  const { customer, snoozable, now } = alert;
  const today = jamaicaDay(now);
  const { field, busy, submit } = useCommandForm(Snooze, api.compliance.snooze, {
    start: { userId: customer.id, rule: snoozable[0] ?? '', until: addDays(today, 30), reason: '' },
    ...useFormOutcome({ says: 'snoozed', params: { name: customer.name }, onClose }),
  });
  return (
    <ActionDialog title={`Snooze a rule: ${customer.name}`} says="Snooze" {...{ busy, submit, onClose }}>
      <p className="ink-2">
        This applies to this customer only. Suppressed alerts are counted, and other rules still raise alerts. List
        matches and blocked orders can't be snoozed.
      </p>
      <SelectField
        label="Rule"
        options={snoozable.map((rule) => ({ value: rule, name: formatCode(rule) }))}
        {...field('rule')}
      />
      <Field
        label="Snooze until"
        type="date"
        min={addDays(today, 1)}
        max={addDays(today, maxSnoozeDays)}
        hint={`At most ${maxSnoozeDays} days.`}
        {...field('until')}
      />
      <TextField label="Why" rows={3} {...field('reason')} />
    </ActionDialog>
  );
}

const joinPrefix = 'join:';

export function AddToCaseDialog({ alert, onClose }: DialogProps) {
  const [target, setTarget] = useState(alert.openCases[0] ? joinPrefix + alert.openCases[0].id : '');
  const choice =
    alert.openCases.length > 0 ? (
      <SelectField
        label="Case"
        value={target}
        onChange={(event) => setTarget(event.target.value)}
        options={[
          ...alert.openCases.map(({ id, number, title }) => ({
            value: joinPrefix + id,
            name: `Add to case ${number}: ${title}`,
          })),
          { value: '', name: 'New case' },
        ]}
      />
    ) : null;
  if (target !== '')
    return <JoinForm alert={alert} onClose={onClose} caseId={target.slice(joinPrefix.length)} choice={choice} />;
  return <NewCaseForm alert={alert} onClose={onClose} choice={choice} />;
}

type FormProps = DialogProps & { choice: React.ReactNode };

function useOpenCase(onClose: () => void) {
  const navigate = useNavigate();
  return (caseId: string) => {
    onClose();
    void navigate(`/admin/aml-compliance/cases/${caseId}`);
  };
}

function JoinForm({ alert, onClose, caseId, choice }: FormProps & { caseId: string }) {
  const openCase = useOpenCase(onClose);
  const join = useAction({
    send: () => call.compliance.addToCase({ caseId, alerts: [alert.id], orders: alert.order ? [alert.order.id] : [] }),
    says: 'caseJoined',
    params: { name: alert.customer.name },
    onDone: () => openCase(caseId),
  });
  return (
    <ActionDialog
      title={`Add to a case: ${alert.customer.name}`}
      says="Add to case"
      busy={join.isPending}
      submit={() => join.mutate(undefined)}
      onClose={onClose}
    >
      {choice}
    </ActionDialog>
  );
}

function NewCaseForm({ alert, onClose, choice }: FormProps) {
  const openCase = useOpenCase(onClose);
  const { customer, order, type } = alert;
  const title = order ? `${alertTypes[type]}, order ${order.reference}` : alertTypes[type];
  const { field, busy, submit } = useCommandForm(OpenCase, api.compliance.openCase, {
    start: { userId: customer.id, title, alerts: [alert.id], orders: order ? [order.id] : [] },
    ...useFormOutcome<{ caseId: string }>({
      says: 'caseOpened',
      params: { name: customer.name },
      onClose,
      onDone: ({ caseId }) => openCase(caseId),
    }),
  });
  return (
    <ActionDialog title={`Open a case: ${customer.name}`} says="Open the case" {...{ busy, submit, onClose }}>
      {choice}
      <Field label="Title" hint="Short, for colleagues." {...field('title')} />
    </ActionDialog>
  );
}
