import type { Finding } from '../types.ts';

export const IndicatorValue = ({ thing: { kind, value } }: { thing: Pick<Finding, 'kind' | 'value'> }) => (
  <span className={kind === 'wallet' ? 'code wrap-any' : 'wrap-any'}>{value}</span>
);
