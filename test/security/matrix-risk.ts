import { shippedRuleSet } from '../shipped-rules.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';

const title = 'A little more for the night';
const ruleSet = {
  ...shippedRuleSet,
  rules: shippedRuleSet.rules.map((rule) => (rule.code === 'night' ? { ...rule, points: 11 } : rule)),
};

/** What every act on the rules of risk is tried on. */
export function riskLines({ owner }: TestServer, scene: Scene) {
  const draft = async (state = 'open'): Promise<string> => {
    await owner.query(`delete from proposals where kind = 'rule_set'`);
    const { rows } = await owner.query<{ id: string }>(
      `insert into risk_drafts (title, rules, based_on, state, author, updated_at)
         select $1, $2, max(version), $3, $4, now() from risk_rule_sets returning id`,
      [title, JSON.stringify(ruleSet), state, scene.ids.preparer],
    );
    return rows[0]?.id ?? '';
  };
  /** Waits for a second person; to be rejected, so that the rules stay what they are for the next actor. */
  const proposed = async () => {
    const draftId = await draft('proposed');
    const payload = JSON.stringify({ draftId, title, revision: 1, basedOn: 1, ruleSet });
    const { rows } = await owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, proposed_by)
         values ('rule_set', 'rule_set', $1, $2) returning id`,
      [payload, scene.ids.preparer],
    );
    return rows[0]?.id;
  };
  const first = async () => (await owner.query<{ id: string }>('select id from risk_rule_sets limit 1')).rows[0]?.id;
  const line = (input?: (actor: Actor) => Promise<unknown>) => ({ own: 'yes' as const, ...(input && { input }) });
  return {
    'risk/ruleSets': line(),
    'risk/ruleSet': line(async () => ({ id: await first() })),
    'risk/draft': line(async () => ({ id: await draft() })),
    'risk/saveDraft': line(async () => ({ id: null, revision: 0, title, ruleSet })),
    'risk/tryDraft': line(async () => ({ id: await draft() })),
    'risk/propose': line(async () => ({ id: await draft(), revision: 1 })),
    'risk/decide': line(async () => ({ proposalId: await proposed(), decision: 'reject', reason: 'Not now' })),
    'risk/assessments': line(async () => ({ userId: scene.ids.owner })),
  };
}
