import { jamaicaDay } from '../../kernel/calendar.ts';
import { signedIn } from '../../platform/procedure.ts';
import { stillToAgree } from './papers.ts';
import { agreedBy } from './store.ts';

/**
 * The texts to which whoever is signed in has still to agree. A version is asked for at the first sign-in after it came
 * into force, so nobody is interrupted in the middle of what they do.
 */
export const due = signedIn.handler(async ({ context: { services, tx, person } }) => {
  const agreed = await agreedBy(tx, person.id);
  const proved = new Date(services.clock().getTime() - person.confirmedAgo * 1000);
  return stillToAgree(agreed)
    .filter(({ from }) => from <= jamaicaDay(proved))
    .map((paper) => ({ ...paper, again: agreed.some(({ document }) => document === paper.kind) }));
});
