import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { useSettled } from '../../../../ui/use-settled.ts';
import type { RiskLevel, Trigger } from '../../risk.ts';
import { PreviewEnhanced } from '../../schema.ts';
import type { EnhancedInput } from './giving.ts';

const levels: Readonly<Record<RiskLevel, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

const triggerNames: Readonly<Record<Trigger, string>> = {
  pep: 'Politically exposed person',
  high_risk_jurisdiction: 'High-risk jurisdiction',
  income_threshold: 'Monthly income above J$1,000,000',
  high_risk_occupation: 'High-risk occupation',
};

const pause = 400;

/**
 * For admins alone: the risk level and due-diligence triggers that the server makes of the declaration as it stands
 * [000 §2 Profile, §6]. Customers are never told (A7).
 */
export function RiskPreview({ declaration }: { declaration: EnhancedInput['declaration'] }) {
  const { pep, highRiskJurisdiction, occupation, monthlyIncome } = declaration ?? {};
  const asked = useSettled(JSON.stringify({ pep, highRiskJurisdiction, occupation, monthlyIncome }), pause);
  const read = PreviewEnhanced.safeParse(JSON.parse(asked));
  const { data } = useQuery(
    api.identity.enhancedPreview.queryOptions({
      input: read.data ?? { pep: false, highRiskJurisdiction: false, occupation: 'other', monthlyIncome: '0' },
      enabled: read.success,
    }),
  );
  return (
    <aside className="risk-preview" aria-label="Risk preview, for admins">
      <p className="t-xs ink-2">Only admins see this</p>
      {read.success && data ? (
        <dl className="slip" aria-live="polite">
          <div>
            <dt>Calculated risk level</dt>
            <dd className="b">{levels[data.risk]}</dd>
          </div>
          <div>
            <dt>Due-diligence triggers</dt>
            <dd>{data.triggers.length > 0 ? data.triggers.map((it) => triggerNames[it]).join(', ') : 'None'}</dd>
          </div>
        </dl>
      ) : (
        <p className="t-xs">Choose an occupation and enter the monthly income to see the risk level.</p>
      )}
    </aside>
  );
}
