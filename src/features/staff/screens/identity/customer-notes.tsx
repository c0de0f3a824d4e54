import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { momentText } from '../../../../ui/format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { AddCustomerNote } from '../../../identity/schema.ts';
import { identityNotices } from '../../messages.ts';
import type { CustomerRecord } from './data.ts';

type CustomerNotesProps = { userId: string; name: string; notes: CustomerRecord['notes'] };

/** What staff should know of each other's talks with somebody. The customer never reads it. */
export function CustomerNotes({ userId, name, notes }: CustomerNotesProps) {
  const queries = useQueryClient();
  const { form, field, busy, submit } = useCommandForm(AddCustomerNote, api.identity.addNote, {
    start: { userId, note: '' },
    done: () => {
      const { title, text } = identityNotices.note;
      form.reset();
      void queries.invalidateQueries({ queryKey: api.identity.customer.key() });
      toastSuccess(title, text.replace('{name}', name));
    },
  });
  return (
    <section aria-labelledby="notes">
      <h2 className="part" id="notes">
        Notes
      </h2>
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
      <form
        className="stack-s"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField label="Note" hint="Only staff reads it." rows={2} {...field('note')} />
        <div>
          <Button type="submit" look="line" busy={busy}>
            Add note
          </Button>
        </div>
      </form>
    </section>
  );
}
