import { papers } from '../../agreements/papers.ts';
import { riskIndemnity, riskInShort } from '../content/risk-indemnity.ts';
import { pageMeta } from './page-meta.ts';
import { LegalPage } from './parts/legal-page.tsx';

export const meta = () =>
  pageMeta({
    path: '/risk-indemnity',
    name: 'Risk and Indemnity',
    description:
      'What can go wrong with crypto, which of it is your risk, and what we answer for. Read before you buy.',
  });

/** /risk-indemnity, a legal page [001 §2]; its text stands in `content/risk-indemnity.ts`. */
export default function RiskPage() {
  const lead = 'What can go wrong with crypto, which of it is your risk, and what you stand in for.';
  return <LegalPage paper={papers['risk-indemnity']} lead={lead} inShort={riskInShort} passages={riskIndemnity} />;
}
