import { minorUnits, moneyText } from '../../../../kernel/money.ts';
import { grouped } from '../../../../ui/figures.ts';
import { statusWord } from '../../../../ui/format.ts';
import { factKinds, type Level, levels, type Rule, type RuleSet } from '../../../risk/rule-set.ts';

/** A rule set in words that staff read, and what differs between two of them. */

/** `500000.00` is `500,000`; cents stand only where there are any. */
export const figureText = (text: string): string => grouped(moneyText(minorUnits(text))).replace(/\.00$/, '');

const thresholdText = (rule: Extract<Rule, { comparison: 'above' | 'at_least' }>): string =>
  rule.fact === 'ordersThisMonth' ? figureText(rule.threshold) : `J$${figureText(rule.threshold)}`;

/** When a rule counts: `above J$500,000`, `from 0:00 to 5:59`. */
export function conditionText(rule: Rule): string {
  switch (rule.comparison) {
    case 'above':
      return `above ${thresholdText(rule)}`;
    case 'at_least':
      return `${thresholdText(rule)} or more`;
    case 'above_declared_income':
      return 'above the declared monthly income, where one is declared';
    case 'between':
      return `from ${rule.threshold.from}:00 to ${rule.threshold.until}:59`;
    case 'is_so':
      return 'yes';
    case 'one_of':
      return rule.threshold.map((result) => result.replaceAll('_', ' ')).join(' or ');
    case 'own_score':
      return 'any score of its own';
  }
}

/** What a rule adds: a figure, up to one where the wallet's own score is taken over, or nothing where it is off. */
export function pointsText({ comparison, points }: Rule): string {
  if (points === 0) return 'none';
  return comparison === 'own_score' ? `up to ${points}` : `+${points}`;
}

export const factName = ({ fact }: Pick<Rule, 'fact'>): string => factKinds[fact].name;
export const ruleName = (code: string): string => statusWord(code);
export const levelName = (level: Level): string => statusWord(level);

const alertText = ({ alert }: RuleSet): string =>
  [...levels.filter((level) => alert.levels.includes(level)), `a score of ${alert.score}`].join(' or ');

/** Everything that is not a factor, by name: where levels begin, what is stopped, and what staff are told. */
export const limitLines = (set: RuleSet): readonly (readonly [name: string, text: string])[] => [
  ['Medium from', String(set.levels.medium)],
  ['High from', String(set.levels.high)],
  ['Critical from', String(set.levels.critical)],
  ['Order stopped from', String(set.blockAt)],
  ['Staff alerted at', alertText(set)],
  ['No score above', String(set.cap)],
];

export type Difference = { readonly what: string; readonly before: string; readonly after: string };

const nothing = 'Does not count';
const ruleText = (rule: Rule): string => `${factName(rule)} ${conditionText(rule)}: ${pointsText(rule)}`;

/** What differs in one factor, each thing on a line of its own. */
function ruleDifferences(before: Rule, after: Rule): Difference[] {
  const name = ruleName(after.code);
  const pairs: Difference[] = [
    { what: `${name}, counts`, before: conditionText(before), after: conditionText(after) },
    { what: `${name}, points`, before: pointsText(before), after: pointsText(after) },
    { what: `${name}, reason`, before: before.reason, after: after.reason },
  ];
  return pairs.filter((pair) => pair.before !== pair.after);
}

/** What differs between two rule sets, factors first, in the order in which they stand. */
export function differencesOf(before: RuleSet, after: RuleSet): Difference[] {
  const older = new Map(before.rules.map((rule) => [rule.code, rule]));
  const newer = new Set(after.rules.map(({ code }) => code));
  const changed = after.rules.flatMap((rule) => {
    const was = older.get(rule.code);
    if (was) return ruleDifferences(was, rule);
    return [{ what: ruleName(rule.code), before: nothing, after: ruleText(rule) }];
  });
  const gone = before.rules
    .filter(({ code }) => !newer.has(code))
    .map((rule) => ({ what: ruleName(rule.code), before: ruleText(rule), after: nothing }));
  const limits = new Map(limitLines(before));
  const moved = limitLines(after)
    .map(([what, text]) => ({ what, before: limits.get(what) ?? '', after: text }))
    .filter((pair) => pair.before !== pair.after);
  return [...changed, ...gone, ...moved];
}
