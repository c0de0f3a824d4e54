import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../ui/client.ts';
import { noteSignIn } from '../../../../ui/signed-in-at.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { setViewer } from '../../../../ui/viewer-marks.ts';
import { accountsNotices } from '../../messages.ts';

/**
 * After the session has begun: the toast 'Welcome!' [000 §4 Auth state], the shell learns who is there, and answers
 * given to a stranger are forgotten.
 */
export function useEnter() {
  const queries = useQueryClient();
  return async () => {
    const me = await call.accounts.viewer().catch(() => null);
    queries.removeQueries({ type: 'inactive' });
    toastSuccess(accountsNotices.welcome);
    noteSignIn();
    setViewer({ session: 'in', staff: me?.staff ? 'yes' : 'no' }, me?.id);
  };
}
