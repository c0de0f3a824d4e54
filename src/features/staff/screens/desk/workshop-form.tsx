import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { useDone, useReread } from '../../../../ui/desk/use-reread.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import type { HeldField } from '../../../../ui/fields.ts';
import { type HeldFile, useCommandForm } from '../../../../ui/form.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { Upload } from '../../../../ui/upload.tsx';
import { MakeSession } from '../../../workshops/desk-schema.ts';
import { localTextOf } from '../../../workshops/local-moment.ts';
import type { Mode, Seats } from '../../../workshops/session.ts';
import { workshopNotices } from '../../messages.ts';
import type { Workshop } from './data.ts';

const off = { autoComplete: 'off' } as const;

/** A session as it is typed. */
type Typed = Readonly<
  Record<'title' | 'description' | 'startAt' | 'endAt' | 'place' | 'link', string> &
    Record<'seatsInPerson' | 'seatsOnline' | 'flyerAlt', string>
> & { readonly flyerFile: StoredFile | null };

const empty: Typed = {
  ...{ title: '', description: '', startAt: '', endAt: '', place: '', link: '' },
  ...{ seatsInPerson: '', seatsOnline: '', flyerFile: null, flyerAlt: '' },
};

const seatsOf = (seats: readonly Seats[], mode: Mode): string =>
  String(seats.find((each) => each.mode === mode)?.seats ?? 0);

const typedOf = (session: Workshop): Typed => ({
  ...{ title: session.title, description: session.description, place: session.place, link: session.link ?? '' },
  ...{ startAt: localTextOf(session.startAt), endAt: localTextOf(session.endAt) },
  ...{ seatsInPerson: seatsOf(session.seats, 'in_person'), seatsOnline: seatsOf(session.seats, 'online') },
  ...{ flyerFile: null, flyerAlt: session.flyerAlt ?? '' },
});

const count = (text: string): number => (text.trim() === '' ? 0 : Number(text));

/** The form as the command takes it; `standing` is the flyer that stays where none was uploaded. */
const bodyOf = ({ flyerFile, seatsInPerson, seatsOnline, ...typed }: Typed, standing: string | null) => ({
  ...typed,
  seatsInPerson: count(seatsInPerson),
  seatsOnline: count(seatsOnline),
  flyerFile: flyerFile?.id ?? standing,
});

/** What the command asks of its body, told at the fields. */
const rules = z.custom<Typed>().superRefine((typed, context) => {
  for (const { path, message } of MakeSession.safeParse(bodyOf(typed, null)).error?.issues ?? [])
    context.addIssue({ code: 'custom', message, path: [...path] });
});

type Form = { field: (name: Exclude<keyof Typed, 'flyerFile'>) => HeldField; flyer: HeldFile };

const flyerHint = 'Everybody sees it once the workshop is announced.';

const SessionFields = ({ field, flyer }: Form) => (
  <>
    <Field label="Title" {...off} {...field('title')} />
    <TextField label="Description" rows={4} {...field('description')} />
    <div className="pair">
      <Field label="Begins" aside="Jamaica" type="datetime-local" {...field('startAt')} />
      <Field label="Ends" aside="Jamaica" type="datetime-local" {...field('endAt')} />
    </div>
    <Field label="Place" {...off} {...field('place')} />
    <Field
      label="Link for those online"
      aside="Optional"
      hint="Whoever has paid for a place online sees it, nobody else."
      inputMode="url"
      {...off}
      {...field('link')}
    />
    <div className="pair">
      <Field label="Places in person" inputMode="numeric" {...off} {...field('seatsInPerson')} />
      <Field label="Places online" inputMode="numeric" {...off} {...field('seatsOnline')} />
    </div>
    <Upload label="Flyer" purpose="workshop-flyer" accept="image" hint={flyerHint} {...flyer} />
    <Field label="What the flyer shows" hint="Read out to people who cannot see it." {...off} {...field('flyerAlt')} />
  </>
);

/** A new session. Nobody sees it until it is announced. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { tell, refused } = useReread(api.workshopsDesk.key());
  const { field, file, busy, submit } = useCommandForm(rules, api.workshopsDesk.make, {
    start: empty,
    body: (typed) => bodyOf(typed, null),
    refused,
    done: ({ sessionId }) => {
      onClose();
      void navigate(`/admin/workshops/${sessionId}`);
      tell(() => toastSuccess(workshopNotices.make));
    },
  });
  return (
    <ActDialog title="New workshop" says="Keep as draft" wide {...{ busy, submit, onClose }}>
      <SessionFields field={field} flyer={file('flyerFile')} />
    </ActDialog>
  );
}

/** Changes one. Whoever comes is written to where it moves to another time or place. */
export function ChangeDialog({ session, onClose }: { session: Workshop; onClose: () => void }) {
  const [standing, setStanding] = useState(session.flyerFile);
  const { field, file, busy, submit } = useCommandForm(rules, api.workshopsDesk.change, {
    start: typedOf(session),
    body: (typed) => ({
      ...bodyOf(typed, standing),
      sessionId: session.id,
      readAt: session.updatedAt.toISOString(),
    }),
    ...useDone([api.workshopsDesk.key()], { onClose, says: () => toastSuccess(workshopNotices.change, session) }),
  });
  return (
    <ActDialog title="Change the workshop" says="Keep the change" wide {...{ busy, submit, onClose }}>
      {session.status === 'active' && (
        <p className="ink-2">Whoever comes is written to where its time, place or link changes.</p>
      )}
      {standing && (
        <p className="row wraps">
          <span className="ink-2">It has a flyer, which stays unless you upload another.</span>
          <Button look="line" size="small" onClick={() => setStanding(null)}>
            Remove the flyer
          </Button>
        </p>
      )}
      <SessionFields field={field} flyer={file('flyerFile')} />
    </ActDialog>
  );
}
