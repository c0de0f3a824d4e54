import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { wholeJmd } from '../../../kernel/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { useCommand } from '../../../ui/command.ts';
import { dateText } from '../../../ui/format.ts';
import { isAnythingKept } from '../../../ui/kept.ts';
import { later } from '../../../ui/later.tsx';
import { Link } from '../../../ui/link.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { useRememberedPlace } from '../../../ui/sign-in-needed.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { learningNotices } from '../../learning/own-messages.ts';
import { CourseFacts } from '../../learning/screens/course-facts.tsx';
import { coursePath, lastDay, lessonPath, nextName, nextPath, projectPath } from '../../learning/screens/ways.ts';
import type { CourseCard, CourseOutline, Progress } from '../../learning/shapes.ts';
import type { Waits } from '../../learning/standing.ts';
import { beginFailures } from '../../payments/own-messages.ts';
import type { PaymentMethod } from '../../payments/payment.ts';
import type { PayDialog as Dialog, ToPay } from '../../payments/screens/pay-dialog.tsx';
import { ProjectWay } from '../../projects/screens/project-way.tsx';
import '../../learning/screens/learning.css';

type Buying = { key: string; courseId: string; method: PaymentMethod; price: number };
const PayDialog = later(
  async () => (await import('../../payments/screens/pay-dialog.tsx')).PayDialog as typeof Dialog<Buying>,
);

const KeepCourse = later(async () => (await import('../../learning/screens/keep-course.tsx')).KeepCourse);

export const meta = () => [{ title: 'Course - Cryptocommerce' }];

const toPay = ({ id, title, priceJmd }: CourseCard): ToPay<Buying> => ({
  title: `Enrol in ${title}`,
  about: (
    <p>
      <MoneyText money={wholeJmd(priceJmd)} cents="whole" />, once. The course opens when we have your payment, and
      stays yours.
    </p>
  ),
  failed: beginFailures.course,
  begin: api.enrollment.buy,
  body: (method, key) => ({ key, courseId: id, method, price: priceJmd }),
});

/** What a section that is not open yet waits for. */
const waitsText = (waits: Waits): string =>
  'day' in waits ? `Opens on ${dateText(waits.day)}.` : `Opens once you have passed the quiz of “${waits.after}”.`;

const waitsOf = (progress: Progress | undefined, section: string): Waits | undefined =>
  progress?.closed.find((one) => one.section === section)?.waits;

/** What the next lesson waits for. */
function waitsBefore({ sections }: CourseOutline, progress: Progress | undefined): Waits | undefined {
  const next = progress?.next;
  const section = sections.find(({ units }) => next?.kind === 'lesson' && units.some(({ id }) => id === next.id));
  return section && waitsOf(progress, section.id);
}

/** What whoever looks can do with a course: enrol, buy, go on, or sign in first. */
function Way({ outline, progress }: { outline: CourseOutline; progress: Progress | undefined }) {
  const { card } = outline;
  const isIn = useViewer().session === 'in';
  const [asked, setAsked] = useState(false);
  const queries = useQueryClient();
  const then = {
    done: () => toastSuccess(learningNotices.enrolled),
    after: () => queries.invalidateQueries({ queryKey: api.learning.key() }),
  };
  const enroll = useCommand(api.learning.enroll, then);
  const withPlan = useCommand(api.enrollment.withPlan, then);
  const plan = useQuery({ ...api.subscriptions.own.queryOptions(), enabled: isIn && card.priceUsd > 0 });
  const isIncluded = plan.data?.includes.includes('courses') ?? false;
  const { state, until, next } = progress ?? {};
  const waits = waitsBefore(outline, progress);
  if (!isIn)
    return (
      <div className="row">
        <ButtonLink to="/auth">Log in to enrol</ButtonLink>
        <ButtonLink look="line" to="/auth?tab=signup">
          Sign up
        </ButtonLink>
      </div>
    );
  if (!progress) return null;
  if (state === 'active')
    return (
      <div className="row course-way">
        {until && <p>Open for you until the end of {lastDay(until)}.</p>}
        {next && next.kind !== 'project' && !waits && (
          <ButtonLink to={nextPath(card.id, next)}>Go on: {nextName(next)}</ButtonLink>
        )}
        {waits && <p>{waitsText(waits)}</p>}
        {next?.kind === 'project' && <ProjectWay courseId={card.id} />}
        {!next && <Badge kind="approved">All lessons and quizzes done</Badge>}
      </div>
    );
  return (
    <>
      {state === 'paused' && (
        <p>
          {until
            ? 'We had opened this course for you for a time, which is over. Your progress is kept: take the course again, and go on where you were.'
            : 'Your plan has ended. Your progress is kept: extend the plan, or buy the course.'}
        </p>
      )}
      <div className="row">
        {card.priceUsd === 0 && (
          <Button busy={enroll.isPending} onClick={() => enroll.mutate({ courseId: card.id })}>
            Enrol, free
          </Button>
        )}
        {card.priceUsd > 0 && state === 'pending_payment' && (
          <ButtonLink to="/transactions">Your payment is under way</ButtonLink>
        )}
        {card.priceUsd > 0 && state !== 'pending_payment' && isIncluded && (
          <Button busy={withPlan.isPending} onClick={() => withPlan.mutate({ courseId: card.id })}>
            Begin, with your plan
          </Button>
        )}
        {card.priceUsd > 0 && state !== 'pending_payment' && (
          <Button look={isIncluded ? 'line' : 'primary'} onClick={() => setAsked(true)}>
            Buy this course
          </Button>
        )}
      </div>
      {asked && <PayDialog thing={toPay(card)} paymentId={null} onClose={() => setAsked(false)} />}
    </>
  );
}

function Outline({ outline, progress }: { outline: CourseOutline; progress: Progress | undefined }) {
  const { card, sections, passPercent } = outline;
  const quizOf = (section: string) => progress?.quizzes.find((quiz) => quiz.section === section);
  return sections.map(({ id, title, about, units, asked }, at) => {
    const waits = waitsOf(progress, id);
    const isOpen = progress?.state === 'active' && !waits;
    return (
      <section key={id} id={id} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>
          <span className="nr">{at + 1}.</span> {title}
        </h2>
        <p>{about}</p>
        {waits && <p className="ink-2">{waitsText(waits)}</p>}
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
          {asked !== null && (
            <li>
              {isOpen && units.every((unit) => progress.done.includes(unit.id)) ? (
                <Link className="link" to={`${coursePath(card.id)}/quizzes/${id}`}>
                  <b>Quiz</b>
                </Link>
              ) : (
                <b>Quiz</b>
              )}
              <span className="ink-2">
                {asked} questions, passed with {passPercent}%.
              </span>
              <span className="t-xs ink-3">
                {quizOf(id)?.passed && <Badge kind="approved">Passed with {quizOf(id)?.best}%</Badge>}
                {!quizOf(id)?.passed && quizOf(id)?.best != null && `Best so far ${quizOf(id)?.best}%`}
              </span>
            </li>
          )}
        </ol>
      </section>
    );
  });
}

function OneCourse({ courseId }: { courseId: string }) {
  const isIn = useViewer().session === 'in';
  const asked = useQuery(api.learning.course.queryOptions({ input: { courseId } }));
  const progress = useQuery({ ...api.learning.progress.queryOptions({ input: { courseId } }), enabled: isIn });
  const outline = progress.data?.outline ?? asked.data;
  if (!outline) {
    if (isIn && progress.isPending)
      return (
        <div className="wrap head">
          <NotYet asked={progress} text="This course could not be loaded." lines={[46, 100, 92]} />
        </div>
      );
    const { code, title, text } = refusalWords(asked.error);
    if (asked.error && code === 'learning.unknown_course')
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
        <NotYet asked={asked} text="This course could not be loaded." lines={[46, 100, 92]} />
      </div>
    );
  }
  const { card, project, certificate } = outline;
  return (
    <div className="wrap">
      <ScreenHead title={card.title} text={card.about} />
      <div className="stack">
        <p className="facts course-facts ink-2 num">
          <CourseFacts card={card} />
        </p>
        {progress.error ? (
          <NotYet asked={progress} text="Your progress could not be loaded." />
        ) : (
          <Way outline={outline} progress={progress.data} />
        )}
        {progress.data && (progress.data.state === 'active' || isAnythingKept()) && (
          <KeepCourse outline={outline} progress={progress.data} />
        )}
      </div>
      <article className="prose course-outline">
        <Outline outline={outline} progress={progress.data} />
        {project && (
          <section aria-labelledby="project-title">
            <h2 id="project-title">{project.title}</h2>
            <p>
              {project.about} It is passed with {project.passPercent}%.
            </p>
            {progress.data?.state === 'active' && (
              <p>
                <ButtonLink look="line" to={projectPath(card.id)}>
                  See what it asks
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

/** /courses/:courseId: what a course holds, costs and gives, and the way into it. */
export default function CourseScreen() {
  useRememberedPlace();
  const { courseId = '' } = useParams();
  return <OneCourse key={courseId} courseId={courseId} />;
}
