import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isFor } from '../../../../kernel/acts.ts';
import { api } from '../../../../ui/client.ts';
import type { DeskPerson } from '../../../../ui/desk/frame.tsx';
import type { Paper } from '../../../../ui/desk/papers/use-paper.ts';
import { DocumentViewer } from '../../../../ui/desk/papers/viewer.tsx';
import { useServerNow } from '../../../../ui/desk/use-list.ts';
import { identityActs } from '../../../identity/acts.ts';
import type { Review } from './data.ts';
import { ItemCard } from './item-card.tsx';
import { Past } from './past.tsx';
import { ReviewBar } from './review-bar.tsx';
import { ReviewHead } from './review-head.tsx';
import { promiseTint } from './words.ts';

const papersOf = ({ items }: Review): Paper[] =>
  items.flatMap(({ name, file }) => (file ? [{ ...file, fileId: file.id, title: name }] : []));

/**
 * What the profile says, to stand beside what differs from it. Every look into a customer's record is written down, so
 * it is read only where the server has remarked on something, and once while the page stands.
 */
function useProfile({ customer, tier, remarks }: Review) {
  const enabled = tier === 1 && remarks.length > 0;
  const input = { userId: customer.id };
  const { data } = useQuery(api.identity.customer.queryOptions({ input, enabled, staleTime: 'static' }));
  return data?.profile;
}

type ReviewCaseProps = { review: Review; person: DeskPerson; onNext: (() => void) | null };

/** The documents on the left, what was typed on the right, the decision below both. On a phone below each other. */
export function ReviewCase({ review, person, onNext }: ReviewCaseProps) {
  const papers = papersOf(review);
  const [shown, setShown] = useState<string | null>(papers[0]?.fileId ?? null);
  const profile = useProfile(review);
  const now = useServerNow(undefined, 0);
  const looked = papers.some(({ fileId }) => fileId === shown) ? shown : (papers[0]?.fileId ?? null);
  return (
    <div className="review panel">
      <section className="left" aria-label="Documents">
        <DocumentViewer papers={papers} shown={looked} onShow={setShown} />
      </section>
      <div className="right">
        <ReviewHead review={review} tint={review.waitsFor === 'customer' ? '' : promiseTint(review, now)} />
        <div>
          <h2 className="part">Items</h2>
          {review.items.map((item) => (
            <ItemCard
              key={item.item}
              review={review}
              item={item}
              profile={profile}
              place={item.file ? papers.findIndex(({ fileId }) => fileId === item.file?.id) + 1 : null}
              shown={item.file !== null && item.file.id === looked}
              onShow={() => item.file && setShown(item.file.id)}
            />
          ))}
        </div>
        <Past review={review} />
      </div>
      <ReviewBar review={review} decides={isFor(identityActs.approve, person.roles)} onNext={onNext} />
    </div>
  );
}
