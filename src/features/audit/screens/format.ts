import { formatCode } from '../diff.ts';

export function formatAction(action: string): { feature: string; act: string } {
  const [feature = '', act = ''] = action.split('.');
  const label = formatCode(feature);
  return { feature: label.charAt(0).toUpperCase() + label.slice(1), act: formatCode(act) };
}

export function getSubjectPath({ subjectType, subjectId }: { subjectType: string; subjectId: string }): string | null {
  if (subjectType === 'order') return `/admin/orders/${subjectId}`;
  if (subjectType === 'kyc_submission') return `/admin/identity/${subjectId}`;
  if (subjectType === 'setting') return '/admin/settings';
  return ['customer', 'account', 'person', 'profile'].includes(subjectType) ? `/admin/customers/${subjectId}` : null;
}

export const formatShortId = (id: string): string => (/^[0-9a-f-]{36}$/.test(id) ? `…${id.slice(-6)}` : id);

/** The role `customer` marks an action on the actor's own account, staff included. */
export const formatRole = (role: string): string => (role === 'customer' ? 'own account' : role.replaceAll(',', ', '));
