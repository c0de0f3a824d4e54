import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { momentText } from '../../../../ui/format.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { identityNotices } from '../../messages.ts';
import type { CustomerRecord } from './data.ts';

type CustomerNotesProps = { userId: string; name: string; notes: CustomerRecord['notes'] };

/** One field, so it does without the forms and their schemas, 45 kB more. What was typed stays until it is kept. */
function AddNote({ userId, name }: Omit<CustomerNotesProps, 'notes'>) {
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
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
    setMissing(empty);
    if (!empty && !add.isPending) add.mutate({ userId, note });
  };
  return (
    <form className="stack-s" noValidate onSubmit={submit}>
      <TextField
        label="Note"
        hint="Only staff reads it."
        error={missing ? 'Write a note' : undefined}
        rows={2}
        maxLength={1_000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div>
        <Button type="submit" look="line" busy={add.isPending}>
          Add note
        </Button>
      </div>
    </form>
  );
}

/** What staff should know of each other's talks with somebody. The customer never reads it. */
export function CustomerNotes({ userId, name, notes }: CustomerNotesProps) {
  return (
    <Part id="notes" title="Notes">
      {notes.length === 0 && <p className="ink-2">No notes yet.</p>}
      <ul className="notes">
        {notes.map(({ id, at, by, note }) => (
          <li key={id}>
            <p className="wrap-any">{note}</p>
            <p className="t-2xs ink-3 num">
              {by}, {momentText(at, { year: true })}
            </p>
          </li>
        ))}
      </ul>
      <AddNote userId={userId} name={name} />
    </Part>
  );
}
