import type { AlertPriority, RiskLevel } from '../../alerts.ts';

/** One factor of a score as it was stored with the assessment: its code, its points and why they were given. */
export type Factor = { readonly code: string; readonly points: number; readonly reason: string };

/** The most a score can be, as the desk draws it [001 §9 Risk scoring]. */
const most = 100;

/** `level`: what the rules of its time, or its list, made of the score; which scores are high is theirs to say. */
type RiskBarProps = { score: number; level: RiskLevel | AlertPriority };

const tints: Partial<Record<RiskLevel | AlertPriority, string>> = { critical: 'high', urgent: 'high', high: 'raised' };

/** A score as a short scale beside its figure, for a column. */
export const RiskBar = ({ score, level }: RiskBarProps) => (
  <span className="risk">
    <i className={tints[level]} style={{ '--v': score }} aria-hidden="true" />
    {score}
  </span>
);

/** `level` is unknown of alerts that were raised before they kept it. */
type ScoreProps = { score: number; level: string | null; factors: readonly Factor[] };

/** How a score came about, read downwards like a bill: what counted, how much, and the sum. */
export function ScoreTable({ score, level, factors }: ScoreProps) {
  const sum = factors.reduce((total, { points }) => total + points, 0);
  const counted = [...factors].filter(({ points }) => points > 0).sort((one, other) => other.points - one.points);
  return (
    <table className="score num">
      <caption className="sr">How the score came about</caption>
      <thead className="sr">
        <tr>
          <th scope="col">What counted</th>
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
            <th scope="row">Nothing counted.</th>
            <td>0</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            Score{level && `, ${level}`}
            {sum > most && (
              <small>
                {sum} points are counted as {most}
              </small>
            )}
          </th>
          <td>{score}</td>
        </tr>
      </tfoot>
    </table>
  );
}
