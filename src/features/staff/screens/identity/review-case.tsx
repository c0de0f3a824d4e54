import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleAllows } from '../../../../kernel/permissions.ts';
import type { DocumentFile } from '../../../../ui/admin/document-viewer/use-document-file.ts';
import { DocumentViewer } from '../../../../ui/admin/document-viewer/viewer.tsx';
import type { StaffUser } from '../../../../ui/admin/frame.tsx';
import { useServerNow } from '../../../../ui/admin/use-list.ts';
import { api } from '../../../../ui/client.ts';
import { identityPermissions } from '../../../identity/acts.ts';
import type { Review } from './data.ts';
import { ItemCard } from './item-card.tsx';
import { ReviewBar } from './review-bar.tsx';
import { ReviewHead } from './review-head.tsx';
import { getPromiseTint } from './review-labels.ts';
import { SubmissionHistory } from './submission-history.tsx';

const getDocuments = ({ items }: Review): DocumentFile[] =>
  items.flatMap(({ name, file }) => (file ? [{ ...file, fileId: file.id, title: name }] : []));

/** Loads the profile once, and only if there are remarks, as every view of a customer record is audited. */
function useProfile({ customer, tier, remarks }: Review) {
  const enabled = tier === 1 && remarks.length > 0;
  const input = { userId: customer.id };
  const { data } = useQuery(api.identity.customer.queryOptions({ input, enabled, staleTime: 'static' }));
  return data?.profile;
}

type ReviewCaseProps = { review: Review; person: StaffUser; onNext: (() => void) | null };

export function ReviewCase({ review, person, onNext }: ReviewCaseProps) {
  const documents = getDocuments(review);
  const [shown, setShown] = useState<string | null>(documents[0]?.fileId ?? null);
  const profile = useProfile(review);
  const now = useServerNow(undefined, 0);
  const shownId = documents.some(({ fileId }) => fileId === shown) ? shown : (documents[0]?.fileId ?? null);
  return (
    <div className="review panel">
      <section className="left" aria-label="Documents">
        {roleAllows(identityPermissions.approve, person.roles) ? (
          <DocumentViewer files={documents} shown={shownId} onShow={setShown} />
        ) : (
          <p className="ink-2">Only compliance and admins can open identity documents.</p>
        )}
      </section>
      <div className="right">
        <ReviewHead review={review} tint={review.waitsFor === 'customer' ? '' : getPromiseTint(review, now)} />
        <div>
          <h2 className="part">Items</h2>
          {review.items.map((item) => (
            <ItemCard
              key={item.item}
              review={review}
              item={item}
              profile={profile}
              place={item.file ? documents.findIndex(({ fileId }) => fileId === item.file?.id) + 1 : null}
              shown={item.file !== null && item.file.id === shownId}
              onShow={() => item.file && setShown(item.file.id)}
            />
          ))}
        </div>
        <SubmissionHistory review={review} />
      </div>
      <ReviewBar review={review} decides={roleAllows(identityPermissions.approve, person.roles)} onNext={onNext} />
    </div>
  );
}
