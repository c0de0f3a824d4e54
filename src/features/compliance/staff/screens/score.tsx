import type { AlertPriority, RiskLevel } from '../../alerts.ts';

export type Factor = { readonly code: string; readonly points: number; readonly reason: string };

/** Highest possible score [001 §9 Risk scoring]. */
const maxScore = 100;

type RiskBarProps = { score: number; level: RiskLevel | AlertPriority };

const tints: Partial<Record<RiskLevel | AlertPriority, string>> = { critical: 'high', urgent: 'high', high: 'raised' };

export const RiskBar = ({ score, level }: RiskBarProps) => (
  <span className="risk">
    <i className={tints[level]} style={{ '--v': score }} aria-hidden="true" />
    {score}
  </span>
);

/** `level` is null for old alerts, which did not store it. */
type ScoreProps = { score: number; level: string | null; factors: readonly Factor[] };

export function ScoreTable({ score, level, factors }: ScoreProps) {
  const sum = factors.reduce((total, { points }) => total + points, 0);
  const counted = [...factors].filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  return (
    <table className="score num">
      <caption className="sr">Score breakdown</caption>
      <thead className="sr">
        <tr>
          <th scope="col">Factor</th>
          <th scope="col">Points</th>
        </tr>
      </thead>
      <tbody>
        {counted.map(({ code, points, reason }) => (
          <tr key={code}>
            <th scope="row">
              {reason}
              <small>{code.replaceAll('_', ' ')}</small>
            </th>
            <td>+{points}</td>
          </tr>
        ))}
        {counted.length === 0 && (
          <tr>
            <th scope="row" colSpan={2}>
              {score === 0 ? 'No points' : 'The score comes from a finding, not from rule points.'}
            </th>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            Score{level && `, ${level}`}
            {sum > maxScore && (
              <small>
                {sum} points, capped at {maxScore}
              </small>
            )}
          </th>
          <td>{score}</td>
        </tr>
      </tfoot>
    </table>
  );
}
