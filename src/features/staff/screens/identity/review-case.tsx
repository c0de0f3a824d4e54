import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../ui/client.ts';
import { mayReviewIdentity } from '../../permissions.ts';
import type { DeskPerson } from '../desk/data.ts';
import { useServerNow } from '../desk/use-queue.ts';
import type { Review } from './data.ts';
import { profileDiffers } from './differences.ts';
import { ItemCard } from './item-card.tsx';
import { Past } from './past.tsx';
import { ReviewBar } from './review-bar.tsx';
import { ReviewHead } from './review-head.tsx';
import type { Paper } from './use-paper.ts';
import { DocumentViewer } from './viewer.tsx';
import { promiseTint } from './words.ts';

const papersOf = ({ items }: Review): Paper[] =>
  items.flatMap(({ name, file }) => (file ? [{ ...file, fileId: file.id, title: name }] : []));

/** Read once while the page stands: every look into a customer's record is written down. */
const useProfile = ({ customer }: Review) =>
  useQuery(api.identity.customer.queryOptions({ input: { userId: customer.id }, staleTime: 'static' })).data?.profile;

type ReviewCaseProps = { review: Review; person: DeskPerson; onNext: (() => void) | null };

/** The documents on the left, what was typed on the right, the decision below both. On a phone below each other. */
export function ReviewCase({ review, person, onNext }: ReviewCaseProps) {
  const papers = papersOf(review);
  const [shown, setShown] = useState<string | null>(papers[0]?.fileId ?? null);
  const profile = useProfile(review);
  const now = useServerNow(undefined, 0);
  const own = review.customer.id === person.id;
  const facts = review.items.flatMap((item) => item.facts);
  const differences = profile ? facts.filter((fact) => profileDiffers(fact, profile) !== null).length : 0;
  const looked = papers.some(({ fileId }) => fileId === shown) ? shown : (papers[0]?.fileId ?? null);
  return (
    <div className="review panel">
      <section className="left" aria-label="Documents">
        <DocumentViewer papers={papers} shown={looked} onShow={setShown} />
      </section>
      <div className="right">
        <ReviewHead review={review} own={own} tint={promiseTint(review, now)} differences={differences} />
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
      <ReviewBar review={review} own={own} decides={mayReviewIdentity(person.roles)} onNext={onNext} />
    </div>
  );
}
