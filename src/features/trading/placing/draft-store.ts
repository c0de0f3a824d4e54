import { draftsIn } from '../../../platform/drafts-store.ts';

export const sellDrafts = draftsIn('sell_drafts');
