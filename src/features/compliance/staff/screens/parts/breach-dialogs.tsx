import { jamaicaDay } from '../../../../../kernel/calendar.ts';
import { ActionDialog } from '../../../../../ui/admin/action-dialog.tsx';
import { api } from '../../../../../ui/client.ts';
import { Field, TextField } from '../../../../../ui/field.tsx';
import { useCommandForm } from '../../../../../ui/form.tsx';
import { serverNow } from '../../../../../ui/server-clock.ts';
import { type BreachPart, breachPartCodes, breachParts, type NotificationsDue } from '../../../breach.ts';
import type { BreachRow } from '../../../breach-store.ts';
import { NoteBreach, RecordBreachNotification, UpdateBreach } from '../../../schema.ts';
import { useFormOutcome } from './use-action.ts';

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

export function NoteDialog({ onClose }: { onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(NoteBreach, api.compliance.noteBreach, {
    start: { ...emptyTexts, awareOn: jamaicaDay(serverNow()), awareTime: '' },
    ...useFormOutcome({ says: 'breachNoted', params: {}, onClose }),
  });
  return (
    <ActionDialog title="Record a breach" says="Record" wide {...{ busy, submit, onClose }}>
      <MomentFields label="Known to us since" day={field('awareOn')} time={field('awareTime')} />
      <p className="ink-2">The 72 hours start then (Jamaican time). You can't change this later.</p>
      <BreachFields field={field} />
    </ActionDialog>
  );
}

export function UpdateDialog({ breach, onClose }: { breach: BreachRow; onClose: () => void }) {
  const { id: breachId, version, title, facts, subjects, consequences, measures, contact } = breach;
  const { field, busy, submit } = useCommandForm(UpdateBreach, api.compliance.updateBreach, {
    start: { breachId, version, title, facts, subjects, consequences, measures, contact },
    ...useFormOutcome({ says: 'breachSaved', params: {}, onClose }),
  });
  return (
    <ActionDialog title="Update the record" says="Save" wide {...{ busy, submit, onClose }}>
      <BreachFields field={field} />
    </ActionDialog>
  );
}

type NotifyDialogProps = { breach: BreachRow; recipient: NotificationsDue; onClose: () => void };

export function NotifyDialog({ breach, recipient, onClose }: NotifyDialogProps) {
  const { field, busy, submit } = useCommandForm(RecordBreachNotification, api.compliance.recordBreachNotification, {
    start: { breachId: breach.id, recipient, notifiedOn: jamaicaDay(serverNow()), notifiedTime: '' },
    ...useFormOutcome({ says: 'breachNotified', params: {}, onClose }),
  });
  return (
    <ActionDialog
      title={recipient === 'commissioner' ? 'Commissioner notified' : 'People notified'}
      says="Record"
      {...{ busy, submit, onClose }}
    >
      <p className="ink-2">You can't change this later: “{breach.title}”.</p>
      <MomentFields label="Notified on" day={field('notifiedOn')} time={field('notifiedTime')} />
    </ActionDialog>
  );
}
