import { isDeepStrictEqual } from 'node:util';
import { audit } from '../../platform/audit.ts';
import { announce, type Db, type Person } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { riskActs } from './acts.ts';
import { addDraft, draftLines, saveDraftAnew, wholeDraft } from './draft-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { openRuleProposal } from './open-proposal.ts';
import type { Rule, RuleSet } from './rule-set.ts';
import { newestVersion, ruleSetLines, wholeRuleSet } from './rule-set-store.ts';
import { OneDraft, OneRuleSet, SaveDraft } from './schema.ts';
import type { RuleSets, WholeDraft } from './views.ts';

/** Compliance works on the rules; a second one of them decides (propose.ts). */
const compliance = () => staffOnly(riskActs.work);

/** Every rule set there was, what is drafted, and what waits for a second person. */
export const showRuleSets = compliance().handler(async ({ context: { tx, person } }): Promise<RuleSets> => {
  const sets = await ruleSetLines(tx);
  const inForce = sets[0]?.version ?? 0;
  return { inForce, sets, drafts: await draftLines(tx), proposal: await openRuleProposal(tx, person.id) };
});

export const showRuleSet = compliance()
  .errors(mayRefuse('risk.not_found'))
  .input(OneRuleSet)
  .handler(async ({ context: { tx }, input }) => (await wholeRuleSet(tx, input.id)) ?? refuse('risk.not_found', {}));

export const showDraft = compliance()
  .errors(mayRefuse('risk.not_found'))
  .input(OneDraft)
  .handler(async ({ context: { tx }, input }) => (await wholeDraft(tx, input.id)) ?? refuse('risk.not_found', {}));

/** What makes a factor what it is; the rest of it may be changed. */
const bones = ({ code, kind, fact, comparison, unit }: Rule) => ({ code, kind, fact, comparison, unit });

/** Refuses a draft whose factors are others than those in force: these are written in code, not at a desk. */
export function refuseOtherFactors(draft: RuleSet, inForce: RuleSet): void {
  const expected = new Map(inForce.rules.map((rule) => [rule.code, bones(rule)]));
  const odd = draft.rules.filter((rule) => !isDeepStrictEqual(bones(rule), expected.get(rule.code)));
  const codes = new Set(draft.rules.map(({ code }) => code));
  const dropped = inForce.rules.filter(({ code }) => !codes.has(code));
  const which = [...odd, ...dropped].map(({ code }) => code).join(', ');
  if (which !== '') refuse('risk.factors_differ', { which });
}

/** The rule set in force, whole. */
export async function ruleSetInForce(tx: Db) {
  const [newest] = await ruleSetLines(tx);
  const whole = newest && (await wholeRuleSet(tx, newest.id));
  if (!whole) throw new Error('a database is made with its first rule set');
  return whole;
}

/** The draft, locked, as it was seen; refuses what was changed since, and what is not open. */
export async function draftAsSeen(tx: Db, { id, revision }: { id: string; revision: number }): Promise<WholeDraft> {
  const draft = await wholeDraft(tx, id, true);
  if (!draft) return refuse('risk.not_found', {});
  if (draft.state !== 'open') refuse('risk.draft_closed', {});
  if (draft.revision !== revision) refuse('risk.draft_changed', {});
  return draft;
}

type Saving = { id: string | null; revision: number; title: string; ruleSet: RuleSet };
type By = { person: Person; now: Date; requestId: string };

async function save(tx: Db, { id, revision, title, ruleSet }: Saving, { person, now, requestId }: By) {
  const before = id === null ? null : await draftAsSeen(tx, { id, revision });
  const content = { title, ruleSet, basedOn: await newestVersion(tx), author: person.id, at: now };
  if (before) await saveDraftAnew(tx, before.id, content);
  const draftId = before?.id ?? (await addDraft(tx, content));
  await audit(tx, {
    actorId: person.id,
    actorRole: person.roles.join(','),
    action: before ? 'risk.draft_saved' : 'risk.draft_begun',
    subjectType: 'risk_draft',
    subjectId: draftId,
    before: before && { title: before.title, ruleSet: before.ruleSet },
    after: { title, ruleSet },
    requestId,
  });
  announce(tx, 'compliance');
  return { id: draftId, revision: (before?.revision ?? 0) + 1 };
}

/** Begins a draft (without id) or saves one over the revision that was on the screen. Nothing of it is in force. */
export const saveDraft = compliance()
  .errors(mayRefuse('risk.not_found', 'risk.draft_changed', 'risk.draft_closed', 'risk.factors_differ'))
  .input(SaveDraft)
  .handler(async ({ context: { services, tx, person, request }, input }) => {
    refuseOtherFactors(input.ruleSet, (await ruleSetInForce(tx)).ruleSet);
    return save(tx, input, { person, now: services.clock(), requestId: request.id });
  });
