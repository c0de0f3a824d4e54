import { legalDocuments } from '../../accounts/agreements/legal-documents.ts';
import { termsInShort, termsOfService } from '../content/terms-of-service.ts';
import { pageMeta } from './page-meta.ts';
import { LegalPage } from './parts/legal-page.tsx';

export const meta = () =>
  pageMeta({
    path: '/terms',
    name: 'Terms of Service',
    description:
      'The agreement for learning, buying and selling crypto in Jamaica: orders, costs, times, limits, rights.',
  });

/** [001 §2] */
export default function TermsPage() {
  const lead = 'What we agree on when you use this site: orders, costs, times, limits and rights.';
  return <LegalPage paper={legalDocuments.terms} lead={lead} inShort={termsInShort} passages={termsOfService} />;
}
