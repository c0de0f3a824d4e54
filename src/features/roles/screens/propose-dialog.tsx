import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { roleNotices } from '../messages.ts';
import { roleWords, type StaffRole, staffRoles } from '../role.ts';
import { ProposeRole } from '../schema.ts';

/** What somebody is about to ask for: everything open, or taking one role from one person. */
export type Asking = { act: 'grant' } | { act: 'revoke'; email: string; name: string; role: StaffRole };

const options = staffRoles.map((role) => ({ value: role, name: `${roleWords[role][0]}: ${roleWords[role][1]}` }));

/** Asks for a role to be given or taken, with the reason that the second person reads. */
export function ProposeDialog({ asking, onClose }: { asking: Asking; onClose: () => void }) {
  const queries = useQueryClient();
  const taken = asking.act === 'revoke' ? asking : null;
  const { busy, submit, field } = useCommandForm(ProposeRole, api.roles.propose, {
    start: { email: taken?.email ?? '', role: taken?.role ?? 'support', act: asking.act, why: '' },
    done: () => {
      onClose();
      toastSuccess(roleNotices.proposed);
      void queries.invalidateQueries({ queryKey: api.roles.key() });
    },
  });
  return (
    <ActDialog
      title={taken ? `Take the role ${roleWords[taken.role][0]} from ${taken.name}` : 'Give somebody a role'}
      says="Propose"
      grave={taken !== null}
      {...{ busy, submit, onClose }}
    >
      {!taken && (
        <>
          <Field label="E-mail address of their account" type="email" autoComplete="off" {...field('email')} />
          <SelectField label="Role" options={options} {...field('role')} />
        </>
      )}
      <TextField label="Why" hint="The second person reads it, and it stays in the log." {...field('why')} />
    </ActDialog>
  );
}
