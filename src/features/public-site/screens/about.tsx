import { about, aboutLead } from '../content/about.ts';
import { pageMeta } from './page-meta.ts';
import { PageHead } from './parts/page-head.tsx';
import { Passages } from './parts/passages.tsx';
import { getCompanyData } from './structured-data.ts';

export const meta = () =>
  pageMeta({
    path: '/about',
    name: 'About us',
    description: 'Who we are, what it costs to buy and sell crypto with us, how we work, and where the profit goes.',
    data: [getCompanyData()],
  });

/** [001 §2] */
export default function AboutPage() {
  return (
    <div className="wrap">
      <PageHead title="About us" lead={aboutLead} />
      <article className="prose only">
        <Passages passages={about} />
      </article>
    </div>
  );
}
