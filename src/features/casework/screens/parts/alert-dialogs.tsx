import { useState } from 'react';
import { useNavigate } from 'react-router';
import { jamaicaDay, shiftDay } from '../../../../kernel/calendar.ts';
import { api, call } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { alertOutcomes, alertTypes, longestSnooze } from '../../../compliance/alerts.ts';
import { AssignAlert, CloseAlert, OpenCase, Snooze } from '../../../compliance/schema.ts';
import { useAct, useFormOutcome } from '../../../compliance/screens/parts/use-act.ts';
import type { AlertView } from '../../../compliance/views.ts';
import { ruleWord } from './words.ts';

type DialogProps = { alert: AlertView; onClose: () => void };

const optionsOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, name]) => ({ value, name }));

/** Gives the alert to a colleague. */
export function AssignDialog({ alert, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(AssignAlert, api.compliance.assignAlert, {
    start: { alertId: alert.id, to: '' },
    ...useFormOutcome({ says: 'alertAssigned', params: { name: alert.customer.name }, onClose }),
  });
  const people = alert.people.filter(({ id }) => id !== alert.assignee?.id);
  return (
    <ActDialog title={`Give to: ${alertTypes[alert.type]}`} says="Give" {...{ busy, submit, onClose }}>
      <SelectField
        label="To"
        empty="Choose"
        options={people.map(({ id, name }) => ({ value: id, name }))}
        {...field('to')}
      />
    </ActDialog>
  );
}

/** Ends the alert with a coded outcome and a sentence. */
export function CloseAlertDialog({ alert, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(CloseAlert, api.compliance.closeAlert, {
    start: { alertId: alert.id, outcome: '', note: '' },
    ...useFormOutcome({ says: 'alertClosed', params: { name: alert.customer.name }, onClose }),
  });
  return (
    <ActDialog title={`Close: ${alertTypes[alert.type]}`} says="Close the alert" {...{ busy, submit, onClose }}>
      <SelectField label="Outcome" empty="Choose" options={optionsOf(alertOutcomes)} {...field('outcome')} />
      <TextField
        label="Why"
        hint="Whoever inspects us reads it. The customer never does."
        rows={3}
        {...field('note')}
      />
    </ActDialog>
  );
}

/** Lets a rule be quiet for this customer until a day. */
export function SnoozeDialog({ alert, onClose }: DialogProps) {
  const { customer, snoozable, now } = alert;
  const today = jamaicaDay(now);
  const { field, busy, submit } = useCommandForm(Snooze, api.compliance.snooze, {
    start: { userId: customer.id, rule: snoozable[0] ?? '', until: shiftDay(today, 30), reason: '' },
    ...useFormOutcome({ says: 'snoozed', params: { name: customer.name }, onClose }),
  });
  return (
    <ActDialog title={`Keep a rule quiet: ${customer.name}`} says="Keep it quiet" {...{ busy, submit, onClose }}>
      <p className="ink-2">
        For this customer alone. What it would have raised is counted, and an alert with another rule in it is raised
        all the same. Lists and stopped orders can never be quiet.
      </p>
      <SelectField
        label="Rule"
        options={snoozable.map((rule) => ({ value: rule, name: ruleWord(rule) }))}
        {...field('rule')}
      />
      <Field
        label="Quiet until"
        type="date"
        min={shiftDay(today, 1)}
        max={shiftDay(today, longestSnooze)}
        hint={`At most ${longestSnooze} days.`}
        {...field('until')}
      />
      <TextField label="Why" rows={3} {...field('reason')} />
    </ActDialog>
  );
}

const joins = 'join:';

/** The alert goes into a case of this customer that is open, or into a new one. */
export function GatherDialog({ alert, onClose }: DialogProps) {
  const [place, setPlace] = useState(alert.openCases[0] ? joins + alert.openCases[0].id : '');
  const choice =
    alert.openCases.length > 0 ? (
      <SelectField
        label="Case"
        value={place}
        onChange={(event) => setPlace(event.target.value)}
        options={[
          ...alert.openCases.map(({ id, number, title }) => ({
            value: joins + id,
            name: `Join case ${number}: ${title}`,
          })),
          { value: '', name: 'A new case' },
        ]}
      />
    ) : null;
  if (place !== '')
    return <JoinForm alert={alert} onClose={onClose} caseId={place.slice(joins.length)} choice={choice} />;
  return <NewCaseForm alert={alert} onClose={onClose} choice={choice} />;
}

type FormProps = DialogProps & { choice: React.ReactNode };

function useGo(onClose: () => void) {
  const navigate = useNavigate();
  return (caseId: string) => {
    onClose();
    void navigate(`/admin/aml-compliance/cases/${caseId}`);
  };
}

function JoinForm({ alert, onClose, caseId, choice }: FormProps & { caseId: string }) {
  const go = useGo(onClose);
  const join = useAct({
    send: () => call.compliance.addToCase({ caseId, alerts: [alert.id], orders: alert.order ? [alert.order.id] : [] }),
    says: 'caseJoined',
    params: { name: alert.customer.name },
    onDone: () => go(caseId),
  });
  return (
    <ActDialog
      title={`Join a case: ${alert.customer.name}`}
      says="Join this case"
      busy={join.isPending}
      submit={() => join.mutate(undefined)}
      onClose={onClose}
    >
      {choice}
    </ActDialog>
  );
}

function NewCaseForm({ alert, onClose, choice }: FormProps) {
  const go = useGo(onClose);
  const { customer, order, type } = alert;
  const title = order ? `${alertTypes[type]}, order ${order.reference}` : alertTypes[type];
  const { field, busy, submit } = useCommandForm(OpenCase, api.compliance.openCase, {
    start: { userId: customer.id, title, alerts: [alert.id], orders: order ? [order.id] : [] },
    ...useFormOutcome<{ caseId: string }>({
      says: 'caseOpened',
      params: { name: customer.name },
      onClose,
      onDone: ({ caseId }) => go(caseId),
    }),
  });
  return (
    <ActDialog title={`Open a case: ${customer.name}`} says="Open the case" {...{ busy, submit, onClose }}>
      {choice}
      <Field label="Title" hint="A few words for colleagues." {...field('title')} />
    </ActDialog>
  );
}
