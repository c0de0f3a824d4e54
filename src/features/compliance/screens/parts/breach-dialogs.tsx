import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { type BreachPart, breachPartCodes, breachParts, type ToBeTold } from '../../breach.ts';
import type { BreachRow } from '../../breach-store.ts';
import { NoteBreach, TellBreach, UpdateBreach } from '../../schema.ts';
import { useFormOutcome } from './use-act.ts';

type Fields = (name: 'title' | BreachPart) => object;

/** What the record says; what is not known yet stays empty. */
const Texts = ({ field }: { field: Fields }) => (
  <>
    <Field label="Title" maxLength={120} {...field('title')} />
    {breachPartCodes.map((part) => (
      <TextField
        key={part}
        label={breachParts[part]}
        aside={part === 'facts' ? undefined : 'If known'}
        rows={2}
        {...field(part)}
      />
    ))}
    <p className="hint">Name nobody whose data it was: say how many, and which kinds.</p>
  </>
);

/** Day and time by the clock in Jamaica. */
const When = ({ says, day, time }: { says: string; day: object; time: object }) => (
  <div className="two">
    <Field label={says} type="date" max={jamaicaDay(serverNow())} {...day} />
    <Field label="At" type="time" {...time} />
  </div>
);

const unknown = { title: '', facts: '', subjects: '', consequences: '', measures: '', contact: '' };

/** Begins a record: from the moment entered the 72 hours run. */
export function NoteDialog({ onClose }: { onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(NoteBreach, api.compliance.noteBreach, {
    start: { ...unknown, awareOn: jamaicaDay(serverNow()), awareTime: '' },
    ...useFormOutcome({ says: 'breachNoted', params: {}, onClose }),
  });
  return (
    <ActDialog title="A breach of personal data" says="Note" wide {...{ busy, submit, onClose }}>
      <When says="Known to us since" day={field('awareOn')} time={field('awareTime')} />
      <p className="ink-2">The 72 hours run from then, in Jamaica’s time. It cannot be changed later.</p>
      <Texts field={field} />
    </ActDialog>
  );
}

/** Writes on as more becomes known. */
export function UpdateDialog({ breach, onClose }: { breach: BreachRow; onClose: () => void }) {
  const { id: breachId, version, title, facts, subjects, consequences, measures, contact } = breach;
  const { field, busy, submit } = useCommandForm(UpdateBreach, api.compliance.updateBreach, {
    start: { breachId, version, title, facts, subjects, consequences, measures, contact },
    ...useFormOutcome({ says: 'breachKept', params: {}, onClose }),
  });
  return (
    <ActDialog title="Write on" says="Keep" wide {...{ busy, submit, onClose }}>
      <Texts field={field} />
    </ActDialog>
  );
}

type TellProps = { breach: BreachRow; who: ToBeTold; onClose: () => void };

/** Records when somebody was told. */
export function TellDialog({ breach, who, onClose }: TellProps) {
  const { field, busy, submit } = useCommandForm(TellBreach, api.compliance.tellBreach, {
    start: { breachId: breach.id, who, toldOn: jamaicaDay(serverNow()), toldTime: '' },
    ...useFormOutcome({ says: 'breachTold', params: {}, onClose }),
  });
  return (
    <ActDialog
      title={who === 'commissioner' ? 'The Commissioner was told' : 'The people concerned were told'}
      says="Record"
      {...{ busy, submit, onClose }}
    >
      <p className="ink-2">Recorded once, for good: “{breach.title}”.</p>
      <When says="Told on" day={field('toldOn')} time={field('toldTime')} />
    </ActDialog>
  );
}
