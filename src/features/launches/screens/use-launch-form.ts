import { useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../../ui/client.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import type { StoredFile } from '../../../ui/send-file.ts';
import { type DraftText, parseStoredFile, useServerDraft } from '../../../ui/server-drafts.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { launchNotices } from '../customer-messages.ts';
import { LaunchForm } from '../schema.ts';

type LaunchFields = {
  coinName: string;
  idea: string;
  communityLinks: string;
  whitepaper: StoredFile | null;
};

const emptyLaunch: LaunchFields = { coinName: '', idea: '', communityLinks: '', whitepaper: null };

const formatDraft = ({ whitepaper, ...texts }: LaunchFields) => ({
  ...texts,
  whitepaper: whitepaper ? JSON.stringify(whitepaper) : '',
});

const parseDraft = ({ coinName = '', idea = '', communityLinks = '', whitepaper }: DraftText): LaunchFields => ({
  ...{ coinName, idea, communityLinks },
  whitepaper: parseStoredFile(whitepaper),
});

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
