import { shippedRuleSet } from '../shipped-rules.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';

const title = 'A little more for the night';
const ruleSet = {
  ...shippedRuleSet,
  rules: shippedRuleSet.rules.map((rule) => (rule.code === 'night' ? { ...rule, points: 11 } : rule)),
};

export function buildRiskRows({ owner }: TestServer, scene: Scene) {
  const clearProposals = () => owner.query(`delete from proposals where kind = 'rule_set'`);
  /** Inserts a proposal by another user. It is to be rejected, so that the rules stay the same. */
  const proposeRules = async () => {
    await clearProposals();
    const { rows } = await owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, proposed_by)
         values ('rule_set', 'rule_set', $1, $2) returning id`,
      [JSON.stringify({ title, basedOn: 1, ruleSet }), scene.ids.preparer],
    );
    return rows[0]?.id;
  };
  const staff = (input?: (actor: Actor) => Promise<unknown>) => ({ own: 'yes' as const, ...(input && { input }) });
  return {
    'risk/ruleSets': staff(),
    'risk/backtest': staff(async () => ({ ruleSet })),
    'risk/propose': staff(async () => {
      await clearProposals();
      return { title, ruleSet };
    }),
    'risk/decide': staff(async () => ({
      proposalId: await proposeRules(),
      decision: 'reject',
      reason: 'Not now',
    })),
    'risk/assessments': staff(async () => ({ userId: scene.ids.owner })),
  };
}
