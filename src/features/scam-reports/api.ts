import { authed } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { lookUp } from './lookup.ts';
import { appeal } from './published/appeal.ts';
import { warning, warnings } from './published/public-api.ts';
import { SaveDraft } from './schema.ts';
import { drafts, findOwnReports } from './store.ts';
import { submit } from './submit.ts';

const own = authed.handler(async function own({ context: { tx } }) {
  return { reports: await findOwnReports(tx) };
});

const draft = authed.handler(async function draft({ context: { tx } }) {
  return drafts.read(tx);
});

const saveDraft = authed.input(SaveDraft).handler(async function saveDraft({
  context: { services, tx, person },
  input: { data },
}) {
  checkRateLimit(services, 'draft', person.id);
  await drafts.save(tx, { data, now: services.clock() });
  return { done: true as const };
});

export const scamReportsApi = { look: lookUp, own, draft, keepDraft: saveDraft, submit, warnings, warning, appeal };
