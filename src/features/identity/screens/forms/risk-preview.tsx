import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { useDebouncedValue } from '../../../../ui/use-debounced-value.ts';
import type { RiskLevel, Trigger } from '../../risk.ts';
import { PreviewEnhanced } from '../../schema.ts';
import type { EnhancedInput } from './form-state.ts';

const levelLabels: Readonly<Record<RiskLevel, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

const triggerLabels: Readonly<Record<Trigger, string>> = {
  pep: 'Politically exposed person',
  high_risk_jurisdiction: 'High-risk jurisdiction',
  income_threshold: 'Monthly income above J$1,000,000',
  high_risk_occupation: 'High-risk occupation',
};

const debounceMs = 400;

/** Risk level and triggers [000 §2 Profile, §6]. Admins only (A7). */
export function RiskPreview({ declaration }: { declaration: EnhancedInput['declaration'] }) {
  const { pep, highRiskJurisdiction, occupation, monthlyIncome } = declaration ?? {};
  const declarationJson = useDebouncedValue(
    JSON.stringify({ pep, highRiskJurisdiction, occupation, monthlyIncome }),
    debounceMs,
  );
  const parsed = PreviewEnhanced.safeParse(JSON.parse(declarationJson));
  const { data } = useQuery(
    api.identity.enhancedPreview.queryOptions({
      input: parsed.data ?? { pep: false, highRiskJurisdiction: false, occupation: 'other', monthlyIncome: '0' },
      enabled: parsed.success,
    }),
  );
  return (
    <aside className="risk-preview" aria-label="Risk preview, for admins">
      <p className="t-xs ink-2">Only admins see this</p>
      {parsed.success && data ? (
        <dl className="slip" aria-live="polite">
          <div>
            <dt>Calculated risk level</dt>
            <dd className="b">{levelLabels[data.risk]}</dd>
          </div>
          <div>
            <dt>Due-diligence triggers</dt>
            <dd>{data.triggers.length > 0 ? data.triggers.map((it) => triggerLabels[it]).join(', ') : 'None'}</dd>
          </div>
        </dl>
      ) : (
        <p className="t-xs">Choose an occupation and enter the monthly income to see the risk level.</p>
      )}
    </aside>
  );
}
