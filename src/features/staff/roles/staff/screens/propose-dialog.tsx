import { useQueryClient } from '@tanstack/react-query';
import { ActionDialog } from '../../../../../ui/admin/action-dialog.tsx';
import { api } from '../../../../../ui/client.ts';
import { Field, TextField } from '../../../../../ui/field.tsx';
import { useCommandForm } from '../../../../../ui/form.tsx';
import { SelectField } from '../../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../../ui/toast.ts';
import { roleLabels, type StaffRole, staffRoles } from '../../role.ts';
import { ProposeRole } from '../../schema.ts';
import { roleNotices } from '../../staff-messages.ts';

export type RoleRequest = { act: 'grant' } | { act: 'revoke'; email: string; name: string; role: StaffRole };

const options = staffRoles.map((role) => ({ value: role, name: `${roleLabels[role][0]}: ${roleLabels[role][1]}` }));

export function ProposeDialog({ request, onClose }: { request: RoleRequest; onClose: () => void }) {
  const queries = useQueryClient();
  const revoked = request.act === 'revoke' ? request : null;
  const { busy, submit, field } = useCommandForm(ProposeRole, api.roles.propose, {
    start: { email: revoked?.email ?? '', role: revoked?.role ?? 'support', act: request.act, why: '' },
    done: () => {
      onClose();
      toastSuccess(roleNotices.proposed);
      void queries.invalidateQueries({ queryKey: api.roles.key() });
    },
  });
  return (
    <ActionDialog
      title={revoked ? `Remove the role ${roleLabels[revoked.role][0]} from ${revoked.name}` : 'Give a role'}
      says="Propose"
      grave={revoked !== null}
      {...{ busy, submit, onClose }}
    >
      {!revoked && (
        <>
          <Field label="Email address of the account" type="email" autoComplete="off" {...field('email')} />
          <SelectField label="Role" options={options} {...field('role')} />
        </>
      )}
      <TextField label="Reason" hint="Shown to the second person and stored in the audit log." {...field('why')} />
    </ActionDialog>
  );
}
