import { useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../../ui/client.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import { useServerDraft } from '../../../ui/server-drafts.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { launchNotices } from '../customer-messages.ts';
import { LaunchForm } from '../schema.ts';
import { emptyLaunch, formatDraft, parseDraft } from './launch-draft.ts';

type Body = Parameters<typeof call.launches.submit>[0];

/** State of the launch form. Stores a draft while typing, and clears it after the submission. */
export function useLaunchForm() {
  const queries = useQueryClient();
  const command = useCommandForm(LaunchForm, api.launches.submit, {
    start: emptyLaunch,
    body: ({ whitepaper, ...texts }, key): Body => ({ ...texts, key, whitepaper: whitepaper?.id ?? '' }),
    beforeSubmit: (): Promise<void> => draft.flush(),
    done: () => {
      draft.clear();
      toastSuccess(launchNotices.sent);
      void queries.invalidateQueries({ queryKey: api.launches.key() });
    },
    refused: ({ field, text }) => {
      if (field !== undefined) return false;
      toastError({ ...launchNotices.failed, text });
      return true;
    },
  });
  const draft = useServerDraft(command.form, {
    empty: emptyLaunch,
    write: formatDraft,
    read: parseDraft,
    query: api.launches.draft.queryOptions(),
    save: call.launches.keepDraft,
    onRestored: () => undefined,
  });
  return {
    ...command,
    restoredAt: draft.restoredAt,
    startOver: () => {
      draft.clear();
      call.launches.keepDraft({ data: formatDraft(emptyLaunch) }).catch(() => {});
    },
  };
}
