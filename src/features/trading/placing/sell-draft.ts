import { checkRateLimit } from '../../../platform/memory-rate-limit.ts';
import { authed } from '../../../platform/procedure.ts';
import { SellDraft } from '../schema.ts';
import { sellDrafts } from './draft-store.ts';

/** Stores the sell form, so that a lost connection loses nothing (decision A2). */
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
