import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, ButtonLink, buttonClass } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Link } from '../../../../ui/link.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { ScreenHead } from '../../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { useViewer } from '../../../../ui/viewer.ts';
import { ProjectLink } from '../../projects/screens/project-link.tsx';
import { coursePath, formatLastDay, getNextLabel, getNextPath, lessonPath } from '../../screens/paths.ts';
import type { DueReview, OwnCourse } from '../../views.ts';
import '../../screens/learning.css';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { formatDate, formatDay } from '../../../../ui/format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { type Certificate, formatCode, getVerifyPath, gradeLabels } from '../../certificates/certificate.ts';
import { certificateToasts } from '../../certificates/customer-messages.ts';
import { Question } from '../../screens/question.tsx';
import '../../certificates/screens/certificates.css';

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

function Reviews() {
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

const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: api.certificates.own.key() });
};

function ShowNameCheckbox({ id, showsName }: Pick<Certificate, 'id' | 'showsName'>) {
  const refresh = useRefresh();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const show = useCommand(api.certificates.showName, {
    done: (_, { shows }) => toastSuccess(shows ? certificateToasts.nameShown : certificateToasts.nameHidden),
    after: () => refresh().finally(() => setPressed(null)),
  });
  return (
    <Checkbox
      label="Show my name to anyone who checks the code"
      checked={pressed ?? showsName}
      onChange={({ target }) => {
        if (pressed !== null) return;
        setPressed(target.checked);
        show.mutate({ id, shows: target.checked });
      }}
    />
  );
}

function CertificateItem({ certificate }: { certificate: Certificate }) {
  const { id, code, title, courseTitle, band, issuedAt, revokedAt, showsName } = certificate;
  const file = `/api/certificates/${id}`;
  return (
    <li>
      <h3>{courseTitle}</h3>
      <p className="facts ink-2 num">
        <span>{title}</span>
        <span>{gradeLabels[band]}</span>
        <span>{formatDate(jamaicaDay(issuedAt))}</span>
        <span className="code">{formatCode(code)}</span>
      </p>
      {revokedAt ? (
        <p className="row under">
          <Badge kind="rejected">Revoked on {formatDate(jamaicaDay(revokedAt))}</Badge>
          <span>It's no longer valid. Contact support if you think this is a mistake.</span>
        </p>
      ) : (
        <div className="stack under">
          <div className="row">
            <a className={buttonClass({})} href={`${file}/paper`} download>
              <FileDown className="ic" aria-hidden="true" />
              Save as PDF
            </a>
            <a className={buttonClass({ variant: 'line' })} href={`${file}/credential`} download>
              <FileDown className="ic" aria-hidden="true" />
              Save as digital badge
            </a>
            <ButtonLink variant="line" to={getVerifyPath(code)}>
              View public page
            </ButtonLink>
          </div>
          <p className="t-xs ink-2">
            The digital badge is an Open Badges 3.0 credential for portfolios and job sites. It includes your name only
            if you show it here.
          </p>
          <ShowNameCheckbox id={id} showsName={showsName} />
        </div>
      )}
    </li>
  );
}

function ReadyCertificate({ courseId, title }: { courseId: string; title: string }) {
  const refresh = useRefresh();
  const claim = useCommand(api.certificates.claim, {
    done: () => toastSuccess(certificateToasts.issued),
    after: refresh,
  });
  return (
    <li>
      <h3>{title}</h3>
      <p>
        You've finished this course. The certificate will show the name in{' '}
        <Link className="link" to="/profile">
          your profile
        </Link>
        .
      </p>
      <div className="row under">
        <Button busy={claim.isPending} onClick={() => !claim.isPending && claim.mutate({ courseId })}>
          Get your certificate
        </Button>
      </div>
    </li>
  );
}

function MyCertificates() {
  const query = useQuery(api.certificates.own.queryOptions());
  if (query.error) return <QueryPlaceholder query={query} text="We couldn’t load your certificates." />;
  if (!query.data || query.data.certificates.length + query.data.ready.length === 0) return null;
  return (
    <section className="own-certificates" aria-labelledby="own-certificates">
      <h2 id="own-certificates" className="ruled">
        Your certificates
      </h2>
      <ul className="course-list">
        {query.data.ready.map((course) => (
          <ReadyCertificate key={course.courseId} {...course} />
        ))}
        {query.data.certificates.map((certificate) => (
          <CertificateItem key={certificate.id} certificate={certificate} />
        ))}
      </ul>
    </section>
  );
}

export const meta = () => [{ title: 'Learning Hub - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function getStateLabel({ state, until }: OwnCourse): string | null {
  if (state === 'pending_payment') return 'Waiting for your payment';
  if (state === 'paused') return until ? 'Your access has ended' : 'Your plan has ended';
  return null;
}

function CourseItem({ course }: { course: OwnCourse }) {
  const { courseId, title, state, until, units, unitsDone, quizzes, quizzesPassed, next } = course;
  const stateLabel = getStateLabel(course);
  return (
    <li>
      <Link to={coursePath(courseId)}>
        <h3>{title}</h3>
      </Link>
      <p className="facts ink-2 num">
        <span>
          {unitsDone} of {formatPlural(units, 'lesson', 'lessons')} finished
        </span>
        <span>
          {quizzesPassed} of {formatPlural(quizzes, 'quiz', 'quizzes')} passed
        </span>
        {state === 'active' && until && <span>access until the end of {formatLastDay(until)}</span>}
      </p>
      <div className="row under">
        {stateLabel && <Badge kind="pending">{stateLabel}</Badge>}
        {state === 'active' && next?.kind === 'project' && <ProjectLink courseId={courseId} />}
        {state === 'active' && next && next.kind !== 'project' && (
          <ButtonLink to={getNextPath(courseId, next)}>
            {unitsDone === 0 ? 'Start' : 'Continue'}: {getNextLabel(next)}
          </ButtonLink>
        )}
        {state === 'active' && !next && <Badge kind="approved">All lessons and quizzes done</Badge>}
        {stateLabel && (
          <ButtonLink variant="line" to={coursePath(courseId)}>
            Open the course
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

function Overview() {
  const query = useQuery(api.learning.own.queryOptions());
  return (
    <div className="wrap">
      <ScreenHead title="Learning Hub" text="Your courses, your progress and your next step." />
      {!query.data && <QueryPlaceholder query={query} text="We couldn’t load your courses." lines={[40, 100, 90]} />}
      {query.data?.courses.length === 0 && (
        <EmptyState
          title="No courses yet."
          text="Level 1 is free and starts with the basics of money."
          action={<ButtonLink to="/courses">See the courses</ButtonLink>}
        />
      )}
      {query.data && query.data.courses.length > 0 && (
        <div className="stack">
          {query.data.courses.some(({ reviewsDue }) => reviewsDue > 0) && <Reviews />}
          <section aria-labelledby="own-courses">
            <h2 id="own-courses" className="ruled">
              Your courses
            </h2>
            <ul className="course-list">
              {query.data.courses.map((course) => (
                <CourseItem key={course.courseId} course={course} />
              ))}
            </ul>
          </section>
          <MyCertificates />
        </div>
      )}
    </div>
  );
}

/** /learning-dashboard [000 §2 Routes, 001 §2]. */
export default function LearningDashboard() {
  return useViewer().session === 'in' ? <Overview /> : <SignInRequired />;
}
