import type { StoredFile } from '../../../ui/send-file.ts';
import { type DraftText, parseStoredFile } from '../../../ui/server-drafts.ts';

export type LaunchFields = {
  coinName: string;
  idea: string;
  communityLinks: string;
  whitepaper: StoredFile | null;
};

export const emptyLaunch: LaunchFields = { coinName: '', idea: '', communityLinks: '', whitepaper: null };

export const formatDraft = ({ whitepaper, ...texts }: LaunchFields) => ({
  ...texts,
  whitepaper: whitepaper ? JSON.stringify(whitepaper) : '',
});

export const parseDraft = ({ coinName = '', idea = '', communityLinks = '', whitepaper }: DraftText): LaunchFields => ({
  ...{ coinName, idea, communityLinks },
  whitepaper: parseStoredFile(whitepaper),
});
