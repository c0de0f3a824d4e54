import { z } from 'zod';
import { jsonEqual } from '../../kernel/canonical-json.ts';
import { compareDecimals, type Decimal, multiply, parseDecimal } from '../../kernel/decimal.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { defineProposal, rejectionReason } from '../approvals/decide.ts';
import { refusalCodes, refuse } from './messages.ts';
import { settingPermissions } from './permissions.ts';
import { ProposeChange, type SettingKey, type Settings, settingShapes } from './schema.ts';
import { loadCurrentSettings, putInForce } from './store.ts';

/** A change so large that it is probably a typing error. */
type LargeChange = { readonly what: string; readonly before: string; readonly after: string };

/** Smallest suspicious ratio in hundredths: 125 is a change by a quarter, 200 a doubling. */
const limits: Readonly<Partial<Record<SettingKey, bigint>>> = {
  rates: 125n,
  fee: 200n,
  caps: 500n,
  token_prices: 200n,
};

const formatFigure = (value: unknown): string | null =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : null;

function hasRatio(first: Decimal, second: Decimal, hundredths: bigint): boolean {
  const limit = { units: hundredths, scale: 2 };
  const isAtLeast = (a: Decimal, b: Decimal) => compareDecimals(a, multiply(b, limit)) >= 0;
  return first.units > 0n && second.units > 0n && (isAtLeast(first, second) || isAtLeast(second, first));
}

/** Returns the first number of a setting that changes suspiciously, or null. */
export function findLargeChange(key: SettingKey, before: unknown, after: unknown): LargeChange | null {
  const limit = limits[key];
  return limit === undefined ? null : findIn({ before, after }, limit, []);
}

type Change = { readonly before: unknown; readonly after: unknown };

function findIn({ before, after }: Change, limit: bigint, path: readonly string[]): LargeChange | null {
  const [oldText, newText] = [formatFigure(before), formatFigure(after)];
  if (oldText !== null && newText !== null) {
    const [oldValue, newValue] = [parseDecimal(oldText), parseDecimal(newText)];
    return oldValue && newValue && hasRatio(oldValue, newValue, limit)
      ? { what: path.join(' '), before: oldText, after: newText }
      : null;
  }
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return null;
  for (const [name, value] of Object.entries(after)) {
    const part = { before: (before as Record<string, unknown>)[name], after: value };
    const found = findIn(part, limit, [...path, name]);
    if (found) return found;
  }
  return null;
}

function parseValue(key: SettingKey, value: unknown): unknown {
  const read = settingShapes[key].safeParse(value);
  return read.success ? read.data : refuse('settings.invalid', { what: z.prettifyError(read.error).slice(0, 400) });
}

/** Value checks of other features. Each returns an error sentence, or null. */
export type Objections = {
  readonly [Key in SettingKey]?: (value: Settings[Key], before: Settings[Key], inForce: Settings) => string | null;
};

function assertNoObjection(
  objections: Objections,
  key: SettingKey,
  { value, inForce }: { value: unknown; inForce: Settings },
) {
  const objection = objections[key]?.(value as never, inForce[key] as never, inForce) ?? null;
  if (objection !== null) refuse('settings.invalid', { what: objection });
}

const settingProposal = defineProposal({
  kind: 'setting',
  stillValid: async ({ tx }, { subject, stood }) =>
    jsonEqual(stood, (await loadCurrentSettings(tx))[subject as SettingKey]),
  async apply({ tx }, { id, subject, payload }) {
    parseValue(subject as SettingKey, payload);
    await putInForce(tx, id);
  },
});

/** Proposes a new value, such as a rate, fee or wallet. A second person approves it (decision D2). */
export const proposeSetting = (objections: Objections) =>
  staff(settingPermissions.propose)
    .errors(refusalCodes('settings.invalid', 'settings.unchanged', 'settings.far_off', 'approvals.already_open'))
    .input(ProposeChange)
    .handler(async ({ context, input }) => {
      const { tx } = context;
      const value = parseValue(input.key, input.value);
      const inForce = await loadCurrentSettings(tx);
      const before = inForce[input.key];
      if (JSON.stringify(before) === JSON.stringify(value)) refuse('settings.unchanged', {});
      assertNoObjection(objections, input.key, { value, inForce });
      const largeChange = input.sure ? null : findLargeChange(input.key, before, value);
      if (largeChange) refuse('settings.far_off', largeChange);
      const proposalId = await settingProposal.propose(context, { subject: input.key, payload: value, stood: before });
      const record = { action: 'settings.proposed', subjectType: 'setting', subjectId: input.key };
      await audit(tx, { ...byStaff(context), ...record, before, after: value });
      await publishTopic(tx, 'desk');
      return { proposalId };
    });

/** Approves, rejects or withdraws a proposed value (decision D2). Approval applies the proposed value immediately. */
export const decideSetting = settingProposal.procedure
  .errors(refusalCodes('settings.invalid'))
  .handler(async function decideSetting({ context, input }) {
    const { tx } = context;
    const proposal = await settingProposal.decide(context, input);
    const key = proposal.subject as SettingKey;
    const record = { action: `settings.${input.decision}`, subjectType: 'setting', subjectId: key };
    const requested = proposal.payload;
    const after = input.decision === 'reject' ? { asked: requested, ...rejectionReason(proposal) } : requested;
    await audit(tx, { ...byStaff(context), ...record, before: proposal.stood, after });
    await publishTopic(tx, 'desk');
    await publishTopic(tx, 'prices');
    return { key, decision: input.decision };
  });
