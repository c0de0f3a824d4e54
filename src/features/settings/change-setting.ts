import { z } from 'zod';
import { sameJson } from '../../kernel/same-json.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { announce } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { because, decideProposal, decisionMayRefuse, propose } from '../approvals/decide.ts';
import type { Proposal } from '../approvals/proposal.ts';
import { DecideProposal } from '../approvals/schema.ts';
import { settingActs } from './acts.ts';
import { farOff } from './far-off.ts';
import { mayRefuse, refuse } from './messages.ts';
import { ProposeChange, type SettingKey, type Settings, settingShapes } from './schema.ts';
import { currentSettings, putInForce } from './store.ts';

/** The value in the shape of its key, or a refusal that says what does not fit. */
function inShape(key: SettingKey, value: unknown): unknown {
  const read = settingShapes[key].safeParse(value);
  return read.success ? read.data : refuse('settings.invalid', { what: z.prettifyError(read.error).slice(0, 400) });
}

/** What other features know against a value that has the right shape: a sentence, or null. By setting. */
export type Objections = {
  readonly [Key in SettingKey]?: (value: Settings[Key], before: Settings[Key]) => string | null;
};

function refuseObjections(
  objections: Objections,
  key: SettingKey,
  { value, before }: Record<'value' | 'before', unknown>,
) {
  const what = objections[key]?.(value as never, before as never) ?? null;
  if (what !== null) refuse('settings.invalid', { what });
}

/**
 * Asks for another value of a setting, be it a rate, a fee, a bank account or a wallet, which comes into force when a
 * second person approves (decision D2).
 */
export const proposeSetting = (objections: Objections) =>
  staffOnly(settingActs.propose)
    .errors(mayRefuse('settings.invalid', 'settings.unchanged', 'settings.far_off', 'approvals.already_open'))
    .input(ProposeChange)
    .handler(async ({ context, input }) => {
      const { tx, person } = context;
      const value = inShape(input.key, input.value);
      const before = (await currentSettings(tx))[input.key];
      if (JSON.stringify(before) === JSON.stringify(value)) refuse('settings.unchanged', {});
      refuseObjections(objections, input.key, { value, before });
      const far = input.sure ? null : farOff(input.key, before, value);
      if (far) refuse('settings.far_off', far);
      const asked = { kind: 'setting', subject: input.key, payload: value, stood: before, by: person.id } as const;
      const id = await propose(tx, asked);
      const record = { action: 'settings.proposed', subjectType: 'setting', subjectId: input.key };
      await audit(tx, { ...byStaff(context), ...record, before, after: value });
      await announce(tx, 'desk');
      return { proposalId: id };
    });

/** Approves, rejects or withdraws a proposed value (decision D2); approving puts the frozen value in force at once. */
export const decideSetting = staffOnly(settingActs.decide)
  .errors(decisionMayRefuse)
  .errors(mayRefuse('settings.invalid'))
  .input(DecideProposal)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const unchanged = async ({ subject, stood }: Proposal) =>
      sameJson(stood, (await currentSettings(tx))[subject as SettingKey]);
    const verdict = { by: person.id, decision: input.decision, reason: input.reason, unchanged };
    const proposal = await decideProposal(tx, { id: input.proposalId, kind: 'setting' }, verdict);
    const key = proposal.subject as SettingKey;
    if (input.decision === 'approve') {
      inShape(key, proposal.payload);
      await putInForce(tx, proposal.id);
    }
    const record = { action: `settings.${input.decision}`, subjectType: 'setting', subjectId: key };
    const asked = proposal.payload;
    const after = input.decision === 'reject' ? { asked, ...because(proposal) } : asked;
    await audit(tx, { ...byStaff(context), ...record, before: proposal.stood, after });
    await announce(tx, 'desk');
    await announce(tx, 'prices');
    return { key, decision: input.decision };
  });
