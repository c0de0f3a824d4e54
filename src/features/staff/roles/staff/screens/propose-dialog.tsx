import { defineAction } from '../../../../../ui/admin/define-action.tsx';
import { api } from '../../../../../ui/client.ts';
import { toastSuccess } from '../../../../../ui/toast.ts';
import { roleLabels, type StaffRole, staffRoles } from '../../role.ts';
import { ProposeRole } from '../../schema.ts';
import { roleNotices } from '../../staff-messages.ts';

export type RoleRequest = { act: 'grant' } | { act: 'revoke'; email: string; name: string; role: StaffRole };

const options = staffRoles.map((role) => ({ value: role, name: `${roleLabels[role][0]}: ${roleLabels[role][1]}` }));

export const ProposeDialog = defineAction(ProposeRole, api.roles.propose, ({ request }: { request: RoleRequest }) => {
  const revoked = request.act === 'revoke' ? request : null;
  return {
    title: revoked ? `Remove the role ${roleLabels[revoked.role][0]} from ${revoked.name}` : 'Give a role',
    confirmLabel: 'Propose',
    grave: revoked !== null,
    start: { email: revoked?.email ?? '', role: revoked?.role ?? 'support', act: request.act, why: '' },
    stale: [api.roles.key()],
    success: () => toastSuccess(roleNotices.proposed),
    fields: {
      email: !revoked && { label: 'Email address of the account', type: 'email', autoComplete: 'off' },
      role: !revoked && { label: 'Role', options },
      why: { label: 'Reason', hint: 'Shown to the second person and stored in the audit log.', rows: 2 },
    },
  };
});
