import { DetailsList } from '../../../../../ui/admin/details.tsx';
import { numberColumn, TableHead } from '../../../../../ui/table-head.tsx';
import type { RuleSet } from '../../../../risk/rule-set.ts';
import {
  type Difference,
  formatCondition,
  formatPoints,
  getFactName,
  getLimitDetails,
  getRuleName,
} from './rule-text.ts';

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
