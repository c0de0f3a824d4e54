import { TriangleAlert } from 'lucide-react';
import { formatDate } from '../../../../ui/format.ts';
import type { LegalDocument } from '../../../accounts/agreements/legal-documents.ts';
import type { Passage, Text } from '../../content/prose.ts';
import { Contents, PageHead, Passages, Points } from './words.tsx';

type LegalPageProps = {
  readonly paper: LegalDocument;
  readonly lead: Text;
  readonly inShort: readonly Text[];
  readonly passages: readonly Passage[];
};

const ReviewDue = () => (
  <div className="notice wait" role="note">
    <TriangleAlert className="ic" aria-hidden="true" />
    <div>
      <b>Legal review pending</b>
      <p>We wrote this text ourselves. An attorney-at-law in Jamaica has not reviewed it yet.</p>
    </div>
  </div>
);

export const LegalPage = ({ paper, lead, inShort, passages }: LegalPageProps) => (
  <div className="wrap">
    <PageHead title={paper.name} lead={lead}>
      <p className="t-xs version">
        Version {paper.version}, in force from <time dateTime={paper.from}>{formatDate(paper.from)}</time>
      </p>
    </PageHead>
    <div className="to-read">
      <Contents places={passages} />
      <article className="prose">
        <ReviewDue />
        <section aria-labelledby="in-short" className="in-short">
          <h2 id="in-short" className="t-lg">
            In short
          </h2>
          <Points texts={inShort} />
        </section>
        <Passages passages={passages} numbered />
      </article>
    </div>
  </div>
);
