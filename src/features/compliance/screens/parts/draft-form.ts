import { minorUnits } from '../../../../kernel/money.ts';
import { type Level, type Rule, RuleSet } from '../../../risk/rule-set.ts';
import { figureText } from './rule-words.ts';

/**
 * A rule set as it is typed, in texts. The factors themselves are written in code; what one of them adds may be
 * nothing: then it is switched off, and keeps its place.
 */
export type TypedRule = {
  readonly rule: Rule;
  readonly counts: boolean;
  readonly threshold: string;
  readonly from: string;
  readonly until: string;
  readonly points: string;
  readonly reason: string;
};

export const limitFields = ['medium', 'high', 'critical', 'blockAt', 'alertScore', 'cap'] as const;
export type LimitField = (typeof limitFields)[number];

export type TypedSet = {
  readonly title: string;
  readonly rules: readonly TypedRule[];
  readonly limits: Readonly<Record<LimitField, string>>;
  readonly alertLevels: readonly Level[];
};

const isMeasured = (rule: Rule): rule is Extract<Rule, { comparison: 'above' | 'at_least' }> =>
  rule.comparison === 'above' || rule.comparison === 'at_least';

function typedRule(rule: Rule): TypedRule {
  const hours = rule.comparison === 'between' ? rule.threshold : null;
  return {
    rule,
    counts: rule.points > 0,
    threshold: isMeasured(rule) ? figureText(rule.threshold) : '',
    from: hours ? String(hours.from) : '',
    until: hours ? String(hours.until) : '',
    points: String(rule.points),
    reason: rule.reason,
  };
}

/** The form of a rule set. A factor that is off has the points of `base` at hand for when it is switched on. */
export function asTyped(title: string, set: RuleSet, base: RuleSet): TypedSet {
  const points = new Map(base.rules.map((rule) => [rule.code, rule.points]));
  const typed = (rule: Rule): TypedRule => {
    const at = typedRule(rule);
    return at.counts ? at : { ...at, points: String(points.get(rule.code) || '') };
  };
  return {
    title,
    rules: set.rules.map(typed),
    limits: {
      medium: String(set.levels.medium),
      high: String(set.levels.high),
      critical: String(set.levels.critical),
      blockAt: String(set.blockAt),
      alertScore: String(set.alert.score),
      cap: String(set.cap),
    },
    alertLevels: set.alert.levels,
  };
}

const plain = (text: string): string => text.trim().replace(/^J\$/i, '').replaceAll(/[\s,]/g, '');
/** An empty field is no number: nought would be a decision. */
const whole = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim()));

/** As it stood, where only the way of writing differs: then nothing changed. */
function sameOr(before: string, typed: string): string {
  try {
    return minorUnits(before) === minorUnits(typed) ? before : typed;
  } catch {
    return typed;
  }
}

function ruleOf({ rule, counts, threshold, from, until, points, reason }: TypedRule): unknown {
  if (!counts) return { ...rule, points: 0 };
  const said = { ...rule, points: whole(points), reason: reason.trim() };
  if (isMeasured(rule)) return { ...said, threshold: sameOr(rule.threshold, plain(threshold)) };
  if (rule.comparison === 'between') return { ...said, threshold: { from: whole(from), until: whole(until) } };
  return said;
}

function asValue(typed: TypedSet): unknown {
  const { limits } = typed;
  return {
    rules: typed.rules.map(ruleOf),
    cap: whole(limits.cap),
    levels: { critical: whole(limits.critical), high: whole(limits.high), medium: whole(limits.medium) },
    blockAt: whole(limits.blockAt),
    alert: { levels: typed.alertLevels, score: whole(limits.alertScore) },
  };
}

export type DraftErrors = Readonly<Record<string, string>>;
export type ReadDraft = { readonly ruleSet: RuleSet | null; readonly errors: DraftErrors };

const scoreHint = 'A whole number from 0 to 100';
const hourHint = 'An hour from 0 to 23';
const places: Readonly<Record<string, readonly [field: string, text: string | null]>> = {
  cap: ['cap', scoreHint],
  blockAt: ['blockAt', scoreHint],
  'alert.score': ['alertScore', scoreHint],
  'levels.critical': ['critical', scoreHint],
  'levels.high': ['high', scoreHint],
  'levels.medium': ['medium', scoreHint],
  levels: ['critical', null],
  rules: ['rules', null],
};

const ruleHints: Readonly<Record<string, string>> = {
  points: scoreHint,
  'threshold.from': hourHint,
  'threshold.until': hourHint,
  threshold: 'A number such as 175,000 or 10',
  reason: 'Say what staff will read, in at most 200 letters',
};

/** Which field a finding of the schema belongs to, and what to say there. */
function placeOf(typed: TypedSet, path: readonly PropertyKey[], message: string): readonly [string, string] {
  const [head, index, ...rest] = path;
  if (head === 'rules' && typeof index === 'number') {
    const code = typed.rules[index]?.rule.code ?? '';
    const part = rest.join('.');
    // A span of hours that ends before it begins is told at its end.
    if (part === 'threshold' && code && typed.rules.some(({ rule }) => rule.code === code && rule.fact === 'hour'))
      return [`${code}.threshold.until`, message];
    return [`${code}.${part}`, ruleHints[part] ?? message];
  }
  const [field, text] = places[path.join('.')] ?? ['rules', null];
  return [field, text ?? message];
}

/** What was typed, read: a rule set, or what is wrong by field. */
export function readTyped(typed: TypedSet): ReadDraft {
  const read = RuleSet.safeParse(asValue(typed));
  const errors: Record<string, string> = {};
  if (typed.title.trim() === '') errors['title'] = 'Say in a few words what changes';
  for (const { path, message } of read.error?.issues ?? []) {
    const [field, text] = placeOf(typed, path, message);
    errors[field] ??= text;
  }
  return { ruleSet: read.success ? read.data : null, errors };
}

/** Whether a reason still names the figure that was changed: then staff would read something untrue. */
export function reasonNamesOldFigure({ rule, threshold, reason }: TypedRule): boolean {
  if (!isMeasured(rule)) return false;
  const before = figureText(rule.threshold);
  return plain(threshold) !== plain(before) && new RegExp(`(^|[^\\d,])${before}(?![\\d,]*\\d)`).test(reason);
}
