import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../ui/client.ts';
import { recordSignIn } from '../../../../ui/signed-in-at.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { setViewer } from '../../../../ui/viewer-state.ts';
import { accountsNotices } from '../../messages.ts';

/** Shows the toast 'Welcome!' [000 §4 Auth state], updates the shell and removes data cached before sign-in. */
export function useCompleteSignIn() {
  const queries = useQueryClient();
  return async () => {
    const user = await call.accounts.viewer().catch(() => null);
    queries.removeQueries({ type: 'inactive' });
    toastSuccess(accountsNotices.welcome);
    recordSignIn();
    setViewer({ session: 'in', staff: user?.staff ? 'yes' : 'no' }, user?.id);
  };
}
