import { createDraftStore } from '../../../platform/database/drafts-store.ts';

export const sellDrafts = createDraftStore('sell_drafts');
