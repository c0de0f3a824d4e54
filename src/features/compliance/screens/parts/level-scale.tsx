import type { ReactNode } from 'react';
import type { RuleSet } from '../../../risk/rule-set.ts';

type ScaleSet = Pick<RuleSet, 'levels' | 'blockAt' | 'alert'>;

const spans = ({ levels: { medium, high, critical } }: ScaleSet) => [
  { level: 'low', from: 0, to: medium },
  { level: 'medium', from: medium, to: high },
  { level: 'high', from: high, to: critical },
  { level: 'critical', from: critical, to: 100 },
];

/** A mark on the scale; its words stand on the side where there is room. */
const Mark = ({ at, children }: { at: number; children: ReactNode }) => (
  <div className="marks from num">
    <span style={{ '--x': at }} className={at < 50 ? 'leads' : 'ends'}>
      {children}
    </span>
  </div>
);

/** The scale of scores from 0 to 100: where each level begins, from where staff are alerted and orders stopped. */
export function LevelScale({ set }: { set: ScaleSet }) {
  const { levels, blockAt, alert } = set;
  const label =
    `Below ${levels.medium} low, from ${levels.medium} medium, from ${levels.high} high, from ${levels.critical} ` +
    `critical. Staff are alerted from ${alert.score}, orders stopped from ${blockAt}.`;
  return (
    <div className="level-scale" role="img" aria-label={label}>
      <div className="spans">
        {spans(set).map(({ level, from, to }) => (
          <span key={level} className={level} style={{ '--w': Math.max(0, to - from) }}>
            {to - from >= 12 && level}
          </span>
        ))}
      </div>
      <div className="marks num">
        {[0, levels.medium, levels.high, levels.critical, 100].map((at, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks never change their order, and two may be equal.
          <span key={index} style={{ '--x': at }}>
            {at}
          </span>
        ))}
      </div>
      <Mark at={alert.score}>alert from {alert.score}</Mark>
      <Mark at={blockAt}>stop from {blockAt}</Mark>
    </div>
  );
}
