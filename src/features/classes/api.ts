import { keepPace } from '../../platform/pace.ts';
import { signedIn } from '../../platform/procedure.ts';
import { mayRefuse, refuse } from './messages.ts';
import { WantMails } from './schema.ts';
import { ownMails, ownNotes, saveMails } from './store.ts';

/** What was written to the classes of whoever asks, and of which of them they want mails. */
const notes = signedIn.handler(async ({ context: { services, tx } }) => {
  const now = services.clock();
  return { notes: await ownNotes(tx, now), classes: await ownMails(tx, now) };
});

/** Turns the mails of one class on or off. What is written stands on their page all the same. */
const wantMails = signedIn
  .errors(mayRefuse('classes.not_taken'))
  .input(WantMails)
  .handler(async ({ context: { services, tx, person }, input: { courseId, mails } }) => {
    keepPace(services, 'wish', person.id);
    if (!(await saveMails(tx, courseId, mails))) return refuse('classes.not_taken', {});
    return { done: true as const };
  });

/** A class, for whoever is in it. */
export const classesApi = { notes, wantMails };
