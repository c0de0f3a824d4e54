import { legalDocuments } from '../../accounts/agreements/legal-documents.ts';
import { privacyInShort, privacyPolicy } from '../content/privacy-policy.ts';
import { pageMeta } from './page-meta.ts';
import { LegalPage } from './parts/legal-page.tsx';

export const meta = () =>
  pageMeta({
    path: '/privacy',
    name: 'Privacy Policy',
    description:
      'What we store about you, why, who sees it and for how long, under the Data Protection Act 2020 of Jamaica.',
  });

/** [001 §2; Data Protection Act 2020] */
export default function PrivacyPage() {
  const lead = 'What we store about you, why, who sees it, for how long, and what your rights are.';
  return <LegalPage paper={legalDocuments.privacy} lead={lead} inShort={privacyInShort} passages={privacyPolicy} />;
}
