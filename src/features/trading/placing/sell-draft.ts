import { createDraftStore } from '../../../platform/database/drafts-store.ts';
import { authed } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { SellDraft } from '../schema.ts';

/** Stores the unsent sell form of a customer, to restore it after a lost connection (decision A2). */
export const saveSellDraft = authed.input(SellDraft).handler(async function saveSellDraft({
  context: { services, tx, person },
  input,
}) {
  checkRateLimit(services, 'draft', person.id);
  await sellDrafts.save(tx, { data: input.data, now: services.clock() });
  return { kept: true };
});

export const sellDraft = authed.handler(function sellDraft({ context: { tx } }) {
  return sellDrafts.read(tx);
});

export const sellDrafts = createDraftStore('sell_drafts');
