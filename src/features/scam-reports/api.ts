import { keepPace } from '../../platform/pace.ts';
import { signedIn } from '../../platform/procedure.ts';
import { look } from './look.ts';
import { appeal } from './published/appeal.ts';
import { warning, warnings } from './published/public-api.ts';
import { KeepDraft } from './schema.ts';
import { drafts, ownReports } from './store.ts';
import { submit } from './submit.ts';

/** What whoever asks handed in, the newest first, and how far each is. */
const own = signedIn.handler(async ({ context: { tx } }) => ({ reports: await ownReports(tx) }));

/** What was typed and not sent yet, on whichever device. */
const draft = signedIn.handler(async ({ context: { tx } }) => drafts.read(tx));

const keepDraft = signedIn.input(KeepDraft).handler(async ({ context: { services, tx, person }, input: { data } }) => {
  keepPace(services, 'draft', person.id);
  await drafts.save(tx, { data, now: services.clock() });
  return { done: true as const };
});

/** Reports of scams, for whoever hands them in; and the look before it. */
export const scamReportsApi = { look, own, draft, keepDraft, submit, warnings, warning, appeal };
