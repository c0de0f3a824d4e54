import { formatMinorUnits, parseMinorUnits } from '../../../../kernel/money.ts';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { formatStatus } from '../../../../ui/format.ts';
import { groupThousands } from '../../../../ui/number-format.ts';
import { numberColumn, TableHead } from '../../../../ui/table-head.tsx';
import { factKinds, levels, type Rule, type RuleSet } from '../../../risk/rule-set.ts';

/** Formats `500000.00` as `500,000`. Shows cents only if not zero. */
export const formatFigure = (text: string): string =>
  groupThousands(formatMinorUnits(parseMinorUnits(text))).replace(/\.00$/, '');

const formatThreshold = (rule: Extract<Rule, { comparison: 'above' | 'at_least' }>): string =>
  rule.fact === 'ordersThisMonth' ? formatFigure(rule.threshold) : `J$${formatFigure(rule.threshold)}`;

/** Such as `above J$500,000` or `from 0:00 to 5:59`. */
export function formatCondition(rule: Rule): string {
  switch (rule.comparison) {
    case 'above':
      return `above ${formatThreshold(rule)}`;
    case 'at_least':
      return `${formatThreshold(rule)} or more`;
    case 'above_declared_income':
      return 'above the declared monthly income, if any';
    case 'between':
      return `from ${rule.threshold.from}:00 to ${rule.threshold.until}:59`;
    case 'is_so':
      return 'yes';
    case 'one_of':
      return rule.threshold.map((result) => result.replaceAll('_', ' ')).join(' or ');
    case 'own_score':
      return 'any wallet score';
  }
}

export function formatPoints({ comparison, points }: Rule): string {
  if (points === 0) return 'none';
  return comparison === 'own_score' ? `up to ${points}` : `+${points}`;
}

export const getFactName = ({ fact }: Pick<Rule, 'fact'>): string => factKinds[fact].name;
export const getRuleName = (code: string): string => formatStatus(code);

const formatAlertLevels = ({ alert }: RuleSet): string =>
  [...levels.filter((level) => alert.levels.includes(level)), `a score of ${alert.score}`].join(' or ');

const getLimitDetails = (set: RuleSet): readonly (readonly [name: string, text: string])[] => [
  ['Medium from', String(set.levels.medium)],
  ['High from', String(set.levels.high)],
  ['Critical from', String(set.levels.critical)],
  ['Order blocked from', String(set.blockAt)],
  ['Staff alerted at', formatAlertLevels(set)],
  ['Maximum score', String(set.cap)],
];

type Difference = { readonly setting: string; readonly before: string; readonly after: string };

const notCounted = 'Not counted';
const formatRule = (rule: Rule): string => `${getFactName(rule)} ${formatCondition(rule)}: ${formatPoints(rule)}`;

function ruleDifferences(before: Rule, after: Rule): Difference[] {
  const name = getRuleName(after.code);
  const pairs: Difference[] = [
    { setting: `${name}, condition`, before: formatCondition(before), after: formatCondition(after) },
    { setting: `${name}, points`, before: formatPoints(before), after: formatPoints(after) },
    { setting: `${name}, reason`, before: before.reason, after: after.reason },
  ];
  return pairs.filter((pair) => pair.before !== pair.after);
}

/** Lists differences of two rule sets: changed and new factors, removed factors, then limits. */
export function getDifferences(before: RuleSet, after: RuleSet): Difference[] {
  const older = new Map(before.rules.map((rule) => [rule.code, rule]));
  const newer = new Set(after.rules.map(({ code }) => code));
  const changed = after.rules.flatMap((rule) => {
    const previous = older.get(rule.code);
    if (previous) return ruleDifferences(previous, rule);
    return [{ setting: getRuleName(rule.code), before: notCounted, after: formatRule(rule) }];
  });
  const removed = before.rules
    .filter(({ code }) => !newer.has(code))
    .map((rule) => ({ setting: getRuleName(rule.code), before: formatRule(rule), after: notCounted }));
  const limits = new Map(getLimitDetails(before));
  const changedLimits = getLimitDetails(after)
    .map(([setting, text]) => ({ setting, before: limits.get(setting) ?? '', after: text }))
    .filter((pair) => pair.before !== pair.after);
  return [...changed, ...removed, ...changedLimits];
}

export const RuleTable = ({ ruleSet }: { ruleSet: RuleSet }) => (
  <table className="sheet-table folds rules num">
    <TableHead columns={['Factor', 'Input', 'Condition', numberColumn('Points'), 'Text for staff']} />
    <tbody>
      {ruleSet.rules.map((rule) => (
        <tr key={rule.code}>
          <th scope="row">{getRuleName(rule.code)}</th>
          <td>
            {getFactName(rule)} <small>{rule.unit}</small>
          </td>
          <td>{formatCondition(rule)}</td>
          <td className="r b">{formatPoints(rule)}</td>
          <td className="ink-2">{rule.reason}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const Limits = ({ ruleSet }: { ruleSet: RuleSet }) => (
  <div className="limits">
    <DetailsList details={getLimitDetails(ruleSet)} />
  </div>
);

type DifferencesProps = { differences: readonly Difference[]; before: string; after: string };

export const Differences = ({ differences, before, after }: DifferencesProps) =>
  differences.length === 0 ? (
    <p className="ink-2">No changes</p>
  ) : (
    <table className="cmp num change">
      <TableHead columns={['Setting', before, after]} />
      <tbody>
        {differences.map(({ setting: what, ...side }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{side.before}</td>
            <td className="b">{side.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
