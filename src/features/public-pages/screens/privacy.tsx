import { papers } from '../../agreements/papers.ts';
import { privacyInShort, privacyPolicy } from '../content/privacy-policy.ts';
import { pageMeta } from './page-meta.ts';
import { LegalPage } from './parts/legal-page.tsx';

export const meta = () =>
  pageMeta({
    path: '/privacy',
    name: 'Privacy Policy',
    description:
      'What we keep about you, why, who sees it and for how long, under the Data Protection Act 2020 of Jamaica.',
  });

/** /privacy, a legal page [001 §2], Data Protection Act 2020; its text stands in `content/privacy-policy.ts`. */
export default function PrivacyPage() {
  const lead = 'What we keep about you, why, who sees it, how long it stays, and what you can do about it.';
  return <LegalPage paper={papers.privacy} lead={lead} inShort={privacyInShort} passages={privacyPolicy} />;
}
