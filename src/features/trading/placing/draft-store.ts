import { createDraftStore } from '../../../platform/drafts-store.ts';

/** Unsent sell forms (decision A2). */
export const sellDrafts = createDraftStore('sell_drafts');
