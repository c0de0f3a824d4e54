import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { api } from '../../../../ui/client.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { type BreachPart, breachPartCodes, breachParts, type NotificationsDue } from '../../breach.ts';
import type { BreachRow } from '../../breach-store.ts';
import { NoteBreach, RecordBreachNotification, UpdateBreach } from '../../schema.ts';
import { describeOutcome } from './use-action.ts';

type Fields = (name: 'title' | BreachPart) => object;

const BreachFields = ({ field }: { field: Fields }) => (
  <>
    <Field label="Title" maxLength={120} {...field('title')} />
    {breachPartCodes.map((part) => (
      <TextField
        key={part}
        label={breachParts[part]}
        labelNote={part === 'facts' ? undefined : 'If known'}
        rows={2}
        {...field(part)}
      />
    ))}
    <p className="hint">Don't name the people affected. Give numbers and kinds of data.</p>
  </>
);

const MomentFields = ({ label, day, time }: { label: string; day: object; time: object }) => (
  <div className="two">
    <Field label={label} type="date" max={jamaicaDay(serverNow())} {...day} />
    <Field label="Time" type="time" {...time} />
  </div>
);

const emptyTexts = { title: '', facts: '', subjects: '', consequences: '', measures: '', contact: '' };

export const NoteDialog = defineAction(NoteBreach, api.compliance.noteBreach, () => ({
  ...describeOutcome('breachNoted'),
  title: 'Record a breach',
  confirmLabel: 'Record',
  wide: true,
  start: { ...emptyTexts, awareOn: jamaicaDay(serverNow()), awareTime: '' },
  fields: ({ field }) => (
    <>
      <MomentFields label="Known to us since" day={field('awareOn')} time={field('awareTime')} />
      <p className="ink-2">The 72 hours start then (Jamaican time). You can't change this later.</p>
      <BreachFields field={field} />
    </>
  ),
}));

type BreachProps = { breach: BreachRow };

export const UpdateDialog = defineAction(UpdateBreach, api.compliance.updateBreach, ({ breach }: BreachProps) => {
  const { id: breachId, version, title, facts, subjects, consequences, measures, contact } = breach;
  return {
    ...describeOutcome('breachSaved'),
    title: 'Update the record',
    confirmLabel: 'Save',
    wide: true,
    start: { breachId, version, title, facts, subjects, consequences, measures, contact },
    fields: ({ field }) => <BreachFields field={field} />,
  };
});

type NotifyProps = BreachProps & { recipient: NotificationsDue };

export const NotifyDialog = defineAction(
  RecordBreachNotification,
  api.compliance.recordBreachNotification,
  ({ breach, recipient }: NotifyProps) => ({
    ...describeOutcome('breachNotified'),
    title: recipient === 'commissioner' ? 'Mark Commissioner as notified' : 'Mark people as notified',
    confirmLabel: 'Record',
    start: { breachId: breach.id, recipient, notifiedOn: jamaicaDay(serverNow()), notifiedTime: '' },
    hint: `You can't change this later: “${breach.title}”.`,
    fields: ({ field }) => <MomentFields label="Notified on" day={field('notifiedOn')} time={field('notifiedTime')} />,
  }),
);
