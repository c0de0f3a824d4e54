import { type ReactNode, useState } from 'react';
import { addDays, jamaicaDay } from '../../../../kernel/calendar.ts';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { api } from '../../../../ui/client.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { alertOutcomes, alertTypes, maxSnoozeDays } from '../../alerts.ts';
import { AddToCase, AssignAlert, CloseAlert, OpenCase, Snooze } from '../../schema.ts';
import type { AlertView } from '../../views.ts';
import { formatCode } from './labels.ts';
import { describeOutcome } from './use-action.ts';

type AlertProps = { alert: AlertView };
type DialogProps = AlertProps & { onClose: () => void };

const toOptions = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, name]) => ({ value, name }));

export const AssignDialog = defineAction(AssignAlert, api.compliance.assignAlert, ({ alert }: AlertProps) => ({
  ...describeOutcome('alertAssigned', { name: alert.customer.name }),
  title: `Assign: ${alertTypes[alert.type]}`,
  confirmLabel: 'Assign',
  start: { alertId: alert.id, to: '' },
  fields: {
    to: {
      label: 'Assignee',
      emptyLabel: 'Choose',
      options: alert.people.filter(({ id }) => id !== alert.assignee?.id).map(({ id, name }) => ({ value: id, name })),
    },
  },
}));

export const CloseAlertDialog = defineAction(CloseAlert, api.compliance.closeAlert, ({ alert }: AlertProps) => ({
  ...describeOutcome('alertClosed', { name: alert.customer.name }),
  title: `Close: ${alertTypes[alert.type]}`,
  confirmLabel: 'Close the alert',
  start: { alertId: alert.id, outcome: '', note: '' },
  fields: {
    outcome: { label: 'Outcome', emptyLabel: 'Choose', options: toOptions(alertOutcomes) },
    note: { label: 'Why', hint: "Auditors can read this. The customer can't.", rows: 3 },
  },
}));

export const SnoozeDialog = defineAction(Snooze, api.compliance.snooze, ({ alert }: AlertProps) => {
  const { customer, snoozable, now } = alert;
  const today = jamaicaDay(now);
  return {
    ...describeOutcome('snoozed', { name: customer.name }),
    title: `Snooze a rule: ${customer.name}`,
    confirmLabel: 'Snooze',
    start: { userId: customer.id, rule: snoozable[0] ?? '', until: addDays(today, 30), reason: '' },
    hint: "This applies to this customer only. Suppressed alerts are counted, and other rules still raise alerts. List matches and blocked orders can't be snoozed.",
    fields: {
      rule: { label: 'Rule', options: snoozable.map((rule) => ({ value: rule, name: formatCode(rule) })) },
      until: {
        label: 'Snooze until',
        type: 'date',
        min: addDays(today, 1),
        max: addDays(today, maxSnoozeDays),
        hint: `At most ${maxSnoozeDays} days.`,
      },
      reason: { label: 'Why', rows: 3 },
    },
  };
});

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

const getCasePath = (caseId: string): string => `/admin/aml-compliance/cases/${caseId}`;

type JoinProps = AlertProps & { caseId: string; choice: ReactNode };

const JoinForm = defineAction(AddToCase, api.compliance.addToCase, ({ alert, caseId, choice }: JoinProps) => ({
  ...describeOutcome('caseJoined', { name: alert.customer.name }),
  title: `Add to a case: ${alert.customer.name}`,
  confirmLabel: 'Add to case',
  start: { caseId, alerts: [alert.id], orders: alert.order ? [alert.order.id] : [] },
  onDone: (_, navigate) => void navigate(getCasePath(caseId)),
  details: choice,
}));

type NewCaseProps = AlertProps & { choice: ReactNode };

const NewCaseForm = defineAction(OpenCase, api.compliance.openCase, ({ alert, choice }: NewCaseProps) => {
  const { id, customer, order, type } = alert;
  const title = order ? `${alertTypes[type]}, order ${order.reference}` : alertTypes[type];
  return {
    ...describeOutcome('caseOpened', { name: customer.name }),
    title: `Open a case: ${customer.name}`,
    confirmLabel: 'Open the case',
    start: { userId: customer.id, title, alerts: [id], orders: order ? [order.id] : [] },
    onDone: ({ caseId }, navigate) => void navigate(getCasePath(caseId)),
    details: choice,
    fields: { title: { label: 'Title', hint: 'Short, for colleagues.' } },
  };
});
