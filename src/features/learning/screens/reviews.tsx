import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { formatDay } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { useCommand } from '../../../ui/use-command.ts';
import type { DueReview } from '../views.ts';
import { lessonPath } from './paths.ts';
import { Question } from './question.tsx';

type ReviewResult = Awaited<ReturnType<typeof call.learning.answerReview>>;

function ReviewCard({ review, onNext }: { review: DueReview; onNext: () => void }) {
  const [result, setResult] = useState<ReviewResult | null>(null);
  const answer = useCommand(api.learning.answerReview, { done: setResult });
  return (
    <div className="sheet">
      <Question
        question={review.question}
        at={review.id}
        graded={result?.graded ?? null}
        onAnswer={(chosen) => result === null && answer.mutate({ id: review.id, chosen: [...chosen] })}
        busy={answer.isPending}
      />
      {result && (
        <div className="row under">
          <p className="ink-2">
            {result.next
              ? `We'll ask this again on ${formatDay(result.next)}.`
              : "You know this one. We won't ask it again."}{' '}
            <Link className="link" to={lessonPath(review.courseId, review.unit)}>
              {review.title}
            </Link>
          </p>
          <Button variant="line" size="small" onClick={onNext}>
            Continue
          </Button>
        </div>
      )}
    </div>
  );
}

export function Reviews() {
  const query = useQuery({ ...api.learning.reviews.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  const queries = useQueryClient();
  const [at, setAt] = useState(0);
  if (!query.data) return <QueryPlaceholder query={query} text="We couldn't load today's questions." />;
  const review = query.data.due[at];
  if (!review) return null;
  const next = () => {
    setAt(at + 1);
    if (at + 1 === query.data.due.length) void queries.invalidateQueries({ queryKey: api.learning.key() });
  };
  return (
    <section aria-labelledby="reviews-title">
      <h2 id="reviews-title" className="ruled">
        Questions to review today: {query.data.due.length - at}
      </h2>
      <ReviewCard key={review.id} review={review} onNext={next} />
    </section>
  );
}
