import { type DraftText, fileFrom } from '../../../ui/form-draft.ts';
import type { StoredFile } from '../../../ui/send-file.ts';

/** The form as it stands in the page. */
export type LaunchFields = {
  coinName: string;
  idea: string;
  communityLinks: string;
  whitepaper: StoredFile | null;
};

export const emptyLaunch: LaunchFields = { coinName: '', idea: '', communityLinks: '', whitepaper: null };

/** The form as the server keeps it. */
export const launchDraftOf = ({ whitepaper, ...texts }: LaunchFields) => ({
  ...texts,
  whitepaper: whitepaper ? JSON.stringify(whitepaper) : '',
});

/** The form out of a draft; a file that is gone meanwhile is left out. */
export const launchFrom = ({ coinName = '', idea = '', communityLinks = '', whitepaper }: DraftText): LaunchFields => ({
  ...{ coinName, idea, communityLinks },
  whitepaper: fileFrom(whitepaper),
});
