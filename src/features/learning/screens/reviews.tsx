import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { dayText } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import type { DueReview } from '../shapes.ts';
import { Question } from './question.tsx';
import { lessonPath } from './ways.ts';

type Told = Awaited<ReturnType<typeof call.learning.answerReview>>;

function One({ review, onNext }: { review: DueReview; onNext: () => void }) {
  const [told, setTold] = useState<Told | null>(null);
  const answer = useCommand(api.learning.answerReview, { done: setTold });
  return (
    <div className="sheet">
      <Question
        question={review.question}
        at={review.id}
        graded={told?.graded ?? null}
        onAnswer={(chosen) => told === null && answer.mutate({ id: review.id, chosen: [...chosen] })}
        busy={answer.isPending}
      />
      {told && (
        <div className="row under">
          <p className="ink-2">
            {told.next ? `Asked again on ${dayText(told.next)}.` : 'You know this one. It is not asked again.'}{' '}
            <Link className="link" to={lessonPath(review.courseId, review.unit)}>
              {review.title}
            </Link>
          </p>
          <Button look="line" size="small" onClick={onNext}>
            Go on
          </Button>
        </div>
      )}
    </div>
  );
}

/** What went wrong in quizzes and is due again, one by one. Nothing where nothing is due. */
export function Reviews() {
  const asked = useQuery({ ...api.learning.reviews.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  const queries = useQueryClient();
  const [at, setAt] = useState(0);
  if (!asked.data) return <NotYet asked={asked} text="What is to be repeated could not be loaded." />;
  const review = asked.data.due[at];
  if (!review) return null;
  const next = () => {
    setAt(at + 1);
    if (at + 1 === asked.data.due.length) void queries.invalidateQueries({ queryKey: api.learning.key() });
  };
  return (
    <section aria-labelledby="reviews-title">
      <h2 id="reviews-title" className="ruled">
        To repeat today: {asked.data.due.length - at}
      </h2>
      <One key={review.id} review={review} onNext={next} />
    </section>
  );
}
