import { useState } from 'react';
import { z } from 'zod';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { useFormOutcome } from '../../../../ui/admin/use-invalidate.ts';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { type FileField, useCommandForm } from '../../../../ui/form.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { Upload } from '../../../../ui/upload.tsx';
import type { Mode, Seats } from '../../session.ts';
import { CreateSession, formatLocalTime } from '../../staff-schema.ts';
import type { Workshop } from './workshop-labels.ts';
import { workshopNotices } from './workshop-labels.ts';

const noAutofill = { autoComplete: 'off' } as const;

type FormValues = Readonly<
  Record<'title' | 'description' | 'startAt' | 'endAt' | 'place' | 'link', string> &
    Record<'seatsInPerson' | 'seatsOnline' | 'flyerAlt', string>
> & { readonly flyerFile: StoredFile | null };

const emptyForm: FormValues = {
  title: '',
  description: '',
  startAt: '',
  endAt: '',
  place: '',
  link: '',
  seatsInPerson: '',
  seatsOnline: '',
  flyerFile: null,
  flyerAlt: '',
};

const getSeats = (seats: readonly Seats[], mode: Mode): string =>
  String(seats.find((each) => each.mode === mode)?.seats ?? 0);

const toFormValues = (session: Workshop): FormValues => ({
  title: session.title,
  description: session.description,
  place: session.place,
  link: session.link ?? '',
  startAt: formatLocalTime(session.startAt),
  endAt: formatLocalTime(session.endAt),
  seatsInPerson: getSeats(session.seats, 'in_person'),
  seatsOnline: getSeats(session.seats, 'online'),
  flyerFile: null,
  flyerAlt: session.flyerAlt ?? '',
});

const parseCount = (text: string): number => (text.trim() === '' ? 0 : Number(text));

/** Keeps `currentFlyer` unless a new flyer was uploaded. */
const toBody = ({ flyerFile, seatsInPerson, seatsOnline, ...typed }: FormValues, currentFlyer: string | null) => ({
  ...typed,
  seatsInPerson: parseCount(seatsInPerson),
  seatsOnline: parseCount(seatsOnline),
  flyerFile: flyerFile?.id ?? currentFlyer,
});

/** Shows validation errors of the procedure at the form fields. */
const rules = z.custom<FormValues>().superRefine((typed, context) => {
  for (const { path, message } of CreateSession.safeParse(toBody(typed, null)).error?.issues ?? [])
    context.addIssue({ code: 'custom', message, path: [...path] });
});

type Form = { field: (name: Exclude<keyof FormValues, 'flyerFile'>) => FormField; flyer: FileField };

const flyerHint = 'Visible once the workshop is announced.';

const SessionFields = ({ field, flyer }: Form) => (
  <>
    <Field label="Title" {...noAutofill} {...field('title')} />
    <TextField label="Description" rows={4} {...field('description')} />
    <div className="pair">
      <Field label="Begins" labelNote="Jamaica" type="datetime-local" {...field('startAt')} />
      <Field label="Ends" labelNote="Jamaica" type="datetime-local" {...field('endAt')} />
    </div>
    <Field label="Place" {...noAutofill} {...field('place')} />
    <Field
      label="Online link"
      labelNote="Optional"
      hint="Only people who paid for an online seat can see it."
      inputMode="url"
      {...noAutofill}
      {...field('link')}
    />
    <div className="pair">
      <Field label="Seats in person" inputMode="numeric" {...noAutofill} {...field('seatsInPerson')} />
      <Field label="Seats online" inputMode="numeric" {...noAutofill} {...field('seatsOnline')} />
    </div>
    <Upload label="Flyer" purpose="workshop-flyer" accept="image" hint={flyerHint} {...flyer} />
    <Field label="What the flyer shows" hint="For people who can't see it." {...noAutofill} {...field('flyerAlt')} />
  </>
);

export const CreateDialog = defineAction(rules, api.workshopsDesk.create, () => ({
  title: 'New workshop',
  confirmLabel: 'Save draft',
  wide: true,
  start: emptyForm,
  body: (typed) => toBody(typed, null),
  stale: [api.workshopsDesk.key()],
  success: () => toastSuccess(workshopNotices.make),
  onDone: ({ sessionId }, navigate) => void navigate(`/admin/workshops/${sessionId}`),
  fields: ({ field, file }) => <SessionFields field={field} flyer={file('flyerFile')} />,
}));

/** Registered people get an email when time, place or link changes. */
export function ChangeDialog({ session, onClose }: { session: Workshop; onClose: () => void }) {
  const [currentFlyer, setCurrentFlyer] = useState(session.flyerFile);
  const { field, file, busy, submit } = useCommandForm(rules, api.workshopsDesk.change, {
    start: toFormValues(session),
    body: (typed) => ({
      ...toBody(typed, currentFlyer),
      sessionId: session.id,
      readAt: session.updatedAt.toISOString(),
    }),
    ...useFormOutcome([api.workshopsDesk.key()], {
      onClose,
      onSuccess: () => toastSuccess(workshopNotices.change, session),
    }),
  });
  return (
    <ActionDialog
      title="Change the workshop"
      confirmLabel="Save changes"
      wide
      busy={busy}
      submit={submit}
      onClose={onClose}
    >
      {session.status === 'active' && (
        <p className="ink-2">If the time, place or link changes, everyone registered gets an email.</p>
      )}
      {currentFlyer && (
        <p className="row wraps">
          <span className="ink-2">The current flyer stays unless you upload another.</span>
          <Button variant="line" size="small" onClick={() => setCurrentFlyer(null)}>
            Remove the flyer
          </Button>
        </p>
      )}
      <SessionFields field={field} flyer={file('flyerFile')} />
    </ActionDialog>
  );
}
