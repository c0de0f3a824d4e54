import { draftsIn } from '../../../platform/drafts-store.ts';

/** What a person typed into the sell form and did not send yet (decision A2). */
export const sellDrafts = draftsIn('sell_drafts');
