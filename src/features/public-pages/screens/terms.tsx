import { papers } from '../../agreements/papers.ts';
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

/** /terms, a legal page [001 §2]; its text stands in `content/terms-of-service.ts`. */
export default function TermsPage() {
  const lead = 'What you and we agree on when you use this site: orders, costs, times, limits and rights.';
  return <LegalPage paper={papers.terms} lead={lead} inShort={termsInShort} passages={termsOfService} />;
}
