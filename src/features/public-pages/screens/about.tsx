import { about, aboutLead } from '../content/about.ts';
import { pageMeta } from './page-meta.ts';
import { PageHead } from './parts/page-head.tsx';
import { Passages } from './parts/passages.tsx';
import { companyData } from './structured-data.ts';

export const meta = () =>
  pageMeta({
    path: '/about',
    name: 'About us',
    description: 'Who is behind the platform, what it costs, how we work, and where the profit goes.',
    data: [companyData()],
  });

/** /about [001 §2]; its text, with the reinvestment statement, stands in `content/about.ts`. */
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
