import { createDraftStore } from '../../../platform/drafts-store.ts';

export const sellDrafts = createDraftStore('sell_drafts');
