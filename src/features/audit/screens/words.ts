import { wordsOf } from '../difference.ts';

/** `trading.approvePayout` as a feature and an act. */
export function actWords(action: string): { feature: string; act: string } {
  const [feature = '', act = ''] = action.split('.');
  const words = wordsOf(feature);
  return { feature: words.charAt(0).toUpperCase() + words.slice(1), act: wordsOf(act) };
}

/** The page of the desk that shows a subject; null for what has none. */
export function pageOf({ subjectType, subjectId }: { subjectType: string; subjectId: string }): string | null {
  if (subjectType === 'order') return `/admin/orders/${subjectId}`;
  if (subjectType === 'kyc_submission') return `/admin/identity/${subjectId}`;
  if (subjectType === 'setting') return '/admin/settings';
  return ['customer', 'account', 'person', 'profile'].includes(subjectType) ? `/admin/customers/${subjectId}` : null;
}

/** An id in short: enough to tell it from its neighbours. */
export const shortId = (id: string): string => (/^[0-9a-f-]{36}$/.test(id) ? `…${id.slice(-6)}` : id);

/** In which role somebody acted. Whatever was done with one's own account says so, of staff as of everybody. */
export const roleWords = (role: string): string =>
  role === 'customer' ? 'with their own account' : role.replaceAll(',', ', ');
