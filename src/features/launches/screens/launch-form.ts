import type { DraftText } from '../../../ui/form-draft.ts';
import type { StoredFile } from '../../../ui/send-file.ts';

/** The form as it stands in the page. */
export type LaunchFields = {
  coinName: string;
  idea: string;
  communityLinks: string;
  whitepaper: StoredFile | null;
};

export const emptyLaunch: LaunchFields = { coinName: '', idea: '', communityLinks: '', whitepaper: null };

const isStored = (read: unknown): read is StoredFile =>
  typeof read === 'object' && read !== null && 'id' in read && 'name' in read && 'bytes' in read && 'mime' in read;

function fileFrom(text: string | undefined): StoredFile | null {
  try {
    const read: unknown = JSON.parse(text || 'null');
    return isStored(read) ? read : null;
  } catch {
    return null;
  }
}

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
