import { FactList } from '../../../../ui/desk/facts.tsx';
import { figures, TableHead } from '../../../../ui/table-head.tsx';
import type { RuleSet } from '../../../risk/rule-set.ts';
import { LevelScale } from './level-scale.tsx';
import { conditionText, type Difference, factName, limitLines, pointsText, ruleName } from './rule-words.ts';

/** Every factor a line: what it looks at, when it counts, what it adds, and what staff read when it did. */
export const RuleTable = ({ ruleSet }: { ruleSet: RuleSet }) => (
  <table className="sheet-table folds rules num">
    <TableHead columns={['Factor', 'Looks at', 'Counts when', figures('Points'), 'Staff read']} />
    <tbody>
      {ruleSet.rules.map((rule) => (
        <tr key={rule.code}>
          <th scope="row">{ruleName(rule.code)}</th>
          <td>
            {factName(rule)} <small>{rule.unit}</small>
          </td>
          <td>{conditionText(rule)}</td>
          <td className="r b">{pointsText(rule)}</td>
          <td className="ink-2">{rule.reason}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Where the levels begin and what follows from a score, drawn and in words. */
export const Limits = ({ ruleSet }: { ruleSet: RuleSet }) => (
  <div className="limits">
    <LevelScale set={ruleSet} />
    <FactList facts={limitLines(ruleSet)} />
  </div>
);

type DifferencesProps = { differences: readonly Difference[]; before: string; after: string };

/** Old and new beside each other, only what differs. */
export const Differences = ({ differences, before, after }: DifferencesProps) =>
  differences.length === 0 ? (
    <p className="ink-2">Nothing differs.</p>
  ) : (
    <table className="cmp num change">
      <TableHead columns={['What', before, after]} />
      <tbody>
        {differences.map(({ what, ...side }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{side.before}</td>
            <td className="b">{side.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
