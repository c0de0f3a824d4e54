import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { TextField } from '../../../../ui/field.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { identityNotices } from '../../messages.ts';
import type { CustomerRecord } from './data.ts';

type CustomerNotesProps = { userId: string; name: string; notes: CustomerRecord['notes'] };

/** A single field, so the form library (45 kB) is not loaded. Input is kept until it is saved. */
function AddNote({ userId, name }: Omit<CustomerNotesProps, 'notes'>) {
  const [note, setNote] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const queries = useQueryClient();
  const add = useMutation({
    ...api.identity.addNote.mutationOptions(),
    onSuccess: () => {
      setNote('');
      void queries.invalidateQueries({ queryKey: api.identity.customer.key() });
      toastSuccess(identityNotices.note, { name });
    },
    onError: toastRefusal,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = note.trim() === '';
    setIsMissing(empty);
    if (!empty && !add.isPending) add.mutate({ userId, note });
  };
  return (
    <form className="stack-s" noValidate onSubmit={submit}>
      <TextField
        label="Note"
        hint="Only staff can see it."
        error={isMissing ? 'Enter a note' : undefined}
        rows={2}
        maxLength={1_000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div>
        <Button type="submit" variant="line" busy={add.isPending}>
          Add note
        </Button>
      </div>
    </form>
  );
}

/** Notes that only staff can see. */
export function CustomerNotes({ userId, name, notes }: CustomerNotesProps) {
  return (
    <PageSection id="notes" title="Notes">
      {notes.length === 0 && <p className="ink-2">No notes yet.</p>}
      <ul className="notes">
        {notes.map(({ id, at, by, note }) => (
          <li key={id}>
            <p className="wrap-any">{note}</p>
            <p className="t-2xs ink-3 num">
              {by}, {formatDateTime(at, { year: true })}
            </p>
          </li>
        ))}
      </ul>
      <AddNote userId={userId} name={name} />
    </PageSection>
  );
}
