import { legalDocuments } from '../../accounts/agreements/legal-documents.ts';
import { riskIndemnity, riskInShort } from '../content/risk-indemnity.ts';
import { pageMeta } from './page-meta.ts';
import { LegalPage } from './parts/legal-page.tsx';

export const meta = () =>
  pageMeta({
    path: '/risk-indemnity',
    name: 'Risk and Indemnity',
    description:
      'What can go wrong with crypto, which risks are yours, and what we are liable for. Read before you buy.',
  });

/** [001 §2] */
export default function RiskPage() {
  const lead = 'What can go wrong with crypto, which risks are yours, and what you are liable for.';
  return (
    <LegalPage paper={legalDocuments['risk-indemnity']} lead={lead} inShort={riskInShort} passages={riskIndemnity} />
  );
}
