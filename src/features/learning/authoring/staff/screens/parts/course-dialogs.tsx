import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { defineAction } from '../../../../../../ui/admin/define-action.tsx';
import { api } from '../../../../../../ui/client.ts';
import { QueryPlaceholder } from '../../../../../../ui/states.tsx';
import { toastSuccess } from '../../../../../../ui/toast.ts';
import { MakeCourse, OfferCourse, PublishCourse } from '../../../schema.ts';
import { authoringToasts } from '../data.ts';

type CourseProps = { courseId: string };

const stale = [api.authoring.key()];

function Changes({ courseId }: CourseProps) {
  const query = useQuery(api.authoring.check.queryOptions({ input: { courseId } }));
  const changes = query.data?.changes;
  if (!changes) return <QueryPlaceholder query={query} text="We couldn’t load the changes." lines={[90, 80]} />;
  if (changes.length === 0) return null;
  return (
    <div className="changes">
      <p className="label">Changes</p>
      <ul>
        {changes.map((change) => (
          <li key={change} className="wrap-any">
            {change}
          </li>
        ))}
      </ul>
    </div>
  );
}

export const NewCourseDialog = defineAction(MakeCourse, api.authoring.create, () => ({
  title: 'New course',
  confirmLabel: 'Create',
  start: { title: '' },
  stale,
  success: () => toastSuccess(authoringToasts.made),
  onDone: ({ courseId }, navigate) => void navigate(`/admin/courses/${courseId}`),
  fields: { title: { label: 'Title', hint: 'You can change the title later.', autoComplete: 'off', maxLength: 90 } },
}));

type PublishProps = CourseProps & { number: number };

export const PublishDialog = defineAction(
  PublishCourse,
  api.authoring.publish,
  ({ courseId, number }: PublishProps) => ({
    title: 'Publish',
    confirmLabel: 'Publish',
    start: { courseId, number, whatChanged: '' },
    stale,
    success: () => toastSuccess(authoringToasts.published),
    details: (
      <>
        <p>New learners get this version. Current learners stay on the version they started.</p>
        <Changes courseId={courseId} />
      </>
    ),
    fields: {
      whatChanged: {
        label: 'Summary of the changes',
        hint: 'Shown to other instructors and kept in the audit log.',
        rows: 2,
        maxLength: 600,
      },
    },
  }),
);

type OfferProps = CourseProps & { to: 'published' | 'withdrawn' };

export const OfferDialog = defineAction(OfferCourse, api.authoring.offer, ({ courseId, to }: OfferProps) => {
  const isWithdrawing = to === 'withdrawn';
  const name = isWithdrawing ? 'Withdraw' : 'Make available again';
  return {
    title: name,
    confirmLabel: name,
    grave: isWithdrawing,
    start: { courseId, to },
    stale,
    success: () => toastSuccess(isWithdrawing ? authoringToasts.withdrawn : authoringToasts.offered),
    details: (
      <p>
        {isWithdrawing
          ? 'New learners can no longer start this course. Current learners can finish it.'
          : 'New learners can start this course again, in its newest version.'}
      </p>
    ),
  };
});

const dollars = /^\d{1,5}(\.\d{2})?$/;
const Price = z.object({ price: z.string().trim().regex(dollars, 'Enter an amount such as 40 or 39.50') });

type PriceProps = CourseProps & { priceUsd: number; below: string };

export const PriceDialog = defineAction(Price, api.authoring.price, ({ courseId, priceUsd, below }: PriceProps) => ({
  title: 'Price',
  confirmLabel: 'Change the price',
  start: { price: (priceUsd / 100).toFixed(2) },
  body: ({ price }) => ({ courseId, priceUsd: Math.round(Number(price) * 100) }),
  stale,
  success: () => toastSuccess(authoringToasts.priced),
  details: <p>The price applies to new learners. 0 makes the course free.</p>,
  fields: {
    price: {
      label: 'Price',
      hint: `Less than ${below}`,
      prefix: 'US$',
      inputMode: 'decimal' as const,
      autoComplete: 'off',
    },
  },
}));
