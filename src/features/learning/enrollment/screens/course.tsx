import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { wholeJmd } from '../../../../kernel/money.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { formatDate } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Link } from '../../../../ui/link.tsx';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { formatPlural } from '../../../../ui/number-format.ts';
import { ScreenHead } from '../../../../ui/screen-head.tsx';
import { useStoreReturnPath } from '../../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { useViewer } from '../../../../ui/viewer.ts';
import { hasOfflineData } from '../../../../ui/viewer-state.ts';
import { beginFailures } from '../../../payments/customer-messages.ts';
import type { PaymentMethod } from '../../../payments/payment.ts';
import type { PayDialog as Dialog, PayableItem } from '../../../payments/screens/pay-dialog.tsx';
import { learningNotices } from '../../learner-messages.ts';
import type { OpeningCondition } from '../../progress.ts';
import { ProjectLink } from '../../projects/screens/project-link.tsx';
import { CourseSummary } from '../../screens/course-summary.tsx';
import { coursePath, formatLastDay, getNextLabel, getNextPath, lessonPath, projectPath } from '../../screens/paths.ts';
import type { CourseCard, CourseOutline, Progress } from '../../views.ts';
import '../../screens/learning.css';

type Purchase = { key: string; courseId: string; method: PaymentMethod; price: number };
const PayDialog = lazyPart(
  async () => (await import('../../../payments/screens/pay-dialog.tsx')).PayDialog as typeof Dialog<Purchase>,
);

const KeepCourse = lazyPart(async () => (await import('../../screens/offline-course.tsx')).OfflineCourse);

export const meta = () => [{ title: 'Course - Cryptocommerce' }];

const getPurchase = ({ id, title, priceJmd }: CourseCard): PayableItem<Purchase> => ({
  title: `Enrol in ${title}`,
  about: (
    <p>
      <MoneyText money={wholeJmd(priceJmd)} cents="whole" />, paid once. The course opens when we receive your payment,
      and you keep your access.
    </p>
  ),
  failed: beginFailures.course,
  begin: api.enrollment.buy,
  body: (method, key) => ({ key, courseId: id, method, price: priceJmd }),
});

const formatWait = (wait: OpeningCondition): string =>
  'day' in wait ? `Opens on ${formatDate(wait.day)}.` : `Opens once you have passed the quiz of “${wait.after}”.`;

const findWait = (progress: Progress | undefined, section: string): OpeningCondition | undefined =>
  progress?.closed.find((closed) => closed.section === section)?.waits;

function findWaitBeforeNext({ sections }: CourseOutline, progress: Progress | undefined): OpeningCondition | undefined {
  const next = progress?.next;
  const section = sections.find(({ units }) => next?.kind === 'lesson' && units.some(({ id }) => id === next.id));
  return section && findWait(progress, section.id);
}

function EnrollActions({ outline, progress }: { outline: CourseOutline; progress: Progress | undefined }) {
  const { card } = outline;
  const isSignedIn = useViewer().session === 'in';
  const [isPaying, setPaying] = useState(false);
  const queries = useQueryClient();
  const handlers = {
    done: () => toastSuccess(learningNotices.enrolled),
    after: () => queries.invalidateQueries({ queryKey: api.learning.key() }),
  };
  const enroll = useCommand(api.learning.enroll, handlers);
  const withPlan = useCommand(api.enrollment.withPlan, handlers);
  const plan = useQuery({ ...api.subscriptions.own.queryOptions(), enabled: isSignedIn && card.priceUsd > 0 });
  const isIncluded = plan.data?.includes.includes('courses') ?? false;
  const { state, until, next } = progress ?? {};
  const wait = findWaitBeforeNext(outline, progress);
  if (!isSignedIn)
    return (
      <div className="row">
        <ButtonLink to="/auth">Log in to enrol</ButtonLink>
        <ButtonLink variant="line" to="/auth?tab=signup">
          Sign up
        </ButtonLink>
      </div>
    );
  if (!progress) return null;
  if (state === 'active')
    return (
      <div className="row course-way">
        {until && <p>You have access until the end of {formatLastDay(until)}.</p>}
        {next && next.kind !== 'project' && !wait && (
          <ButtonLink to={getNextPath(card.id, next)}>Continue: {getNextLabel(next)}</ButtonLink>
        )}
        {wait && <p>{formatWait(wait)}</p>}
        {next?.kind === 'project' && <ProjectLink courseId={card.id} />}
        {!next && <Badge kind="approved">All lessons and quizzes done</Badge>}
      </div>
    );
  return (
    <>
      {state === 'paused' && (
        <p>
          {until
            ? "Your access has ended. We've saved your progress. Enrol again to continue."
            : "Your plan has ended. We've saved your progress. Extend the plan or buy the course to continue."}
        </p>
      )}
      <div className="row">
        {card.priceUsd === 0 && (
          <Button busy={enroll.isPending} onClick={() => enroll.mutate({ courseId: card.id })}>
            Enrol for free
          </Button>
        )}
        {card.priceUsd > 0 && state === 'pending_payment' && (
          <ButtonLink to="/transactions">Your payment is in progress</ButtonLink>
        )}
        {card.priceUsd > 0 && state !== 'pending_payment' && isIncluded && (
          <Button busy={withPlan.isPending} onClick={() => withPlan.mutate({ courseId: card.id })}>
            Start with your {plan.data?.active ? 'plan' : 'Mahoni tier'}
          </Button>
        )}
        {card.priceUsd > 0 && state !== 'pending_payment' && (
          <Button variant={isIncluded ? 'line' : 'primary'} onClick={() => setPaying(true)}>
            Buy this course
          </Button>
        )}
      </div>
      {isPaying && <PayDialog item={getPurchase(card)} paymentId={null} onClose={() => setPaying(false)} />}
    </>
  );
}

function Outline({ outline, progress }: { outline: CourseOutline; progress: Progress | undefined }) {
  const { card, sections, passPercent } = outline;
  const quizOf = (section: string) => progress?.quizzes.find((quiz) => quiz.section === section);
  return sections.map(({ id, title, about, units, asked: questionCount }, at) => {
    const wait = findWait(progress, id);
    const isOpen = progress?.state === 'active' && !wait;
    return (
      <section key={id} id={id} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>
          <span className="nr">{at + 1}.</span> {title}
        </h2>
        <p>{about}</p>
        {wait && <p className="ink-2">{formatWait(wait)}</p>}
        <ol className="units">
          {units.map((unit) => (
            <li key={unit.id}>
              {isOpen ? (
                <Link className="link" to={lessonPath(card.id, unit.id)}>
                  <b>{unit.title}</b>
                </Link>
              ) : (
                <b>{unit.title}</b>
              )}
              <span className="ink-2">{unit.aim}</span>
              <span className="t-xs ink-3">
                {progress?.done.includes(unit.id) ? <Badge kind="approved">Finished</Badge> : `${unit.minutes} min`}
              </span>
            </li>
          ))}
          {questionCount !== null && (
            <li>
              {isOpen && units.every((unit) => progress.done.includes(unit.id)) ? (
                <Link className="link" to={`${coursePath(card.id)}/quizzes/${id}`}>
                  <b>Quiz</b>
                </Link>
              ) : (
                <b>Quiz</b>
              )}
              <span className="ink-2">
                {formatPlural(questionCount, 'question', 'questions')}. You need {passPercent}% to pass.
              </span>
              <span className="t-xs ink-3">
                {quizOf(id)?.passed && <Badge kind="approved">Passed with {quizOf(id)?.best}%</Badge>}
                {!quizOf(id)?.passed && quizOf(id)?.best != null && `Best result: ${quizOf(id)?.best}%`}
              </span>
            </li>
          )}
        </ol>
      </section>
    );
  });
}

function CoursePage({ courseId }: { courseId: string }) {
  const isSignedIn = useViewer().session === 'in';
  const course = useQuery(api.learning.course.queryOptions({ input: { courseId } }));
  const progress = useQuery({ ...api.learning.progress.queryOptions({ input: { courseId } }), enabled: isSignedIn });
  const outline = progress.data?.outline ?? course.data;
  if (!outline) {
    if (isSignedIn && progress.isPending)
      return (
        <div className="wrap head">
          <QueryPlaceholder query={progress} text="We couldn’t load this course." lines={[46, 100, 92]} />
        </div>
      );
    const { code, title, text } = errorMessage(course.error);
    if (course.error && code === 'learning.unknown_course')
      return (
        <div className="wrap head stack">
          <h1>{title}</h1>
          <p>{text}</p>
          <p>
            <ButtonLink to="/courses">All courses</ButtonLink>
          </p>
        </div>
      );
    return (
      <div className="wrap head">
        <QueryPlaceholder query={course} text="We couldn’t load this course." lines={[46, 100, 92]} />
      </div>
    );
  }
  const { card, project, certificate } = outline;
  return (
    <div className="wrap">
      <ScreenHead title={card.title} text={card.about} />
      <div className="stack">
        <p className="facts course-facts ink-2 num">
          <CourseSummary card={card} />
        </p>
        {progress.error ? (
          <QueryPlaceholder query={progress} text="We couldn’t load your progress." />
        ) : (
          <EnrollActions outline={outline} progress={progress.data} />
        )}
        {progress.data && (progress.data.state === 'active' || hasOfflineData()) && (
          <KeepCourse outline={outline} progress={progress.data} />
        )}
      </div>
      <article className="prose course-outline">
        <Outline outline={outline} progress={progress.data} />
        {project && (
          <section aria-labelledby="project-title">
            <h2 id="project-title">{project.title}</h2>
            <p>
              {project.about} You need {project.passPercent}% to pass.
            </p>
            {progress.data?.state === 'active' && (
              <p>
                <ButtonLink variant="line" to={projectPath(card.id)}>
                  See the tasks
                </ButtonLink>
              </p>
            )}
          </section>
        )}
        {certificate && (
          <section aria-labelledby="certificate-title">
            <h2 id="certificate-title">{certificate.title}</h2>
            <p>{certificate.about}</p>
          </section>
        )}
      </article>
    </div>
  );
}

export default function CourseScreen() {
  useStoreReturnPath();
  const { courseId = '' } = useParams();
  return <CoursePage key={courseId} courseId={courseId} />;
}
