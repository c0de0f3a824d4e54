import { useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../../ui/client.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import { useDraft } from '../../../ui/form-draft.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { launchNotices } from '../own-messages.ts';
import { LaunchForm } from '../schema.ts';
import { emptyLaunch, launchDraftOf, launchFrom } from './launch-form.ts';

type Body = Parameters<typeof call.launches.submit>[0];

/** The form of a launch: kept while it is written, sent at most once, empty once it is sent. */
export function useLaunch() {
  const queries = useQueryClient();
  const made = useCommandForm(LaunchForm, api.launches.submit, {
    start: emptyLaunch,
    body: ({ whitepaper, ...texts }, key): Body => ({ ...texts, key, whitepaper: whitepaper?.id ?? '' }),
    before: (): Promise<void> => draft.stop(),
    done: () => {
      draft.forget();
      toastSuccess(launchNotices.sent);
      void queries.invalidateQueries({ queryKey: api.launches.key() });
    },
    refused: ({ field, text }) => {
      if (field !== undefined) return false;
      toastError({ ...launchNotices.failed, text });
      return true;
    },
  });
  const draft = useDraft(made.form, {
    empty: emptyLaunch,
    write: launchDraftOf,
    read: launchFrom,
    query: api.launches.draft.queryOptions(),
    keep: call.launches.keepDraft,
    restored: () => undefined,
  });
  return {
    ...made,
    restoredAt: draft.restoredAt,
    startOver: () => {
      draft.forget();
      call.launches.keepDraft({ data: launchDraftOf(emptyLaunch) }).catch(() => {});
    },
  };
}
