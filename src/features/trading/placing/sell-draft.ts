import { keepPace } from '../../../platform/pace.ts';
import { signedIn } from '../../../platform/procedure.ts';
import { SellDraft } from '../schema.ts';
import { sellDrafts } from './draft-store.ts';

/** Keeps what was typed into the sell form, so that a break in the line loses nothing (decision A2). */
export const keepSellDraft = signedIn.input(SellDraft).handler(async ({ context: { services, tx, person }, input }) => {
  keepPace(services, 'draft', person.id);
  await sellDrafts.save(tx, { data: input.data, now: services.clock() });
  return { kept: true };
});

/** What was typed so far, or null. */
export const sellDraft = signedIn.handler(({ context: { tx } }) => sellDrafts.read(tx));
