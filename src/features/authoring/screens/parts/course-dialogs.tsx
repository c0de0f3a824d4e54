import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { useDone } from '../../../../ui/desk/use-reread.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { NotYet } from '../../../../ui/not-yet.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { authoringNotices } from '../../own-messages.ts';
import { OfferCourse, PublishCourse } from '../../schema.ts';

type DialogProps = { courseId: string; onClose: () => void };

/** Publishes what was saved, in a further version. Nothing is wrong with it. */
export function PublishDialog({ courseId, number, onClose }: DialogProps & { number: number }) {
  const checked = useQuery(api.authoring.check.queryOptions({ input: { courseId } }));
  const { field, busy, submit } = useCommandForm(PublishCourse, api.authoring.publish, {
    start: { courseId, number, whatChanged: '' },
    ...useDone([api.authoring.key()], { onClose, says: () => toastSuccess(authoringNotices.published) }),
  });
  const changes = checked.data?.changes;
  return (
    <ActDialog title="Publish" says="Publish" {...{ busy, submit, onClose }}>
      <p>Whoever begins the course from now on takes this version. Whoever takes it already finishes theirs.</p>
      {changes ? (
        changes.length > 0 && (
          <div className="changes">
            <p className="label">What changes</p>
            <ul>
              {changes.map((change) => (
                <li key={change} className="wrap-any">
                  {change}
                </li>
              ))}
            </ul>
          </div>
        )
      ) : (
        <NotYet asked={checked} text="What changes could not be read." lines={[90, 80]} />
      )}
      <TextField
        label="What changed, in your words"
        hint="Other instructors read it, and the log keeps it."
        rows={2}
        maxLength={600}
        {...field('whatChanged')}
      />
    </ActDialog>
  );
}

/** Withdraws a course, or offers it again. */
export function OfferDialog({ courseId, to, onClose }: DialogProps & { to: 'published' | 'withdrawn' }) {
  const withdraws = to === 'withdrawn';
  const { busy, submit } = useCommandForm(OfferCourse, api.authoring.offer, {
    start: { courseId, to },
    ...useDone([api.authoring.key()], {
      onClose,
      says: () => toastSuccess(withdraws ? authoringNotices.withdrawn : authoringNotices.offered),
    }),
  });
  const name = withdraws ? 'Withdraw' : 'Offer again';
  return (
    <ActDialog title={name} says={name} grave={withdraws} {...{ busy, submit, onClose }}>
      <p>
        {withdraws
          ? 'Nobody can begin the course any more. Whoever takes it can finish it.'
          : 'Everybody can begin the course again, in its newest version.'}
      </p>
    </ActDialog>
  );
}

const dollars = /^\d{1,5}(\.\d{2})?$/;
const Price = z.object({ price: z.string().trim().regex(dollars, 'US$ such as 40 or 39.50') });

/** Says what a course costs, in US$. */
export function PriceDialog({ courseId, priceUsd, below, onClose }: DialogProps & { priceUsd: number; below: string }) {
  const { field, busy, submit } = useCommandForm(Price, api.authoring.price, {
    start: { price: (priceUsd / 100).toFixed(2) },
    body: ({ price }) => ({ courseId, priceUsd: Math.round(Number(price) * 100) }),
    ...useDone([api.authoring.key()], { onClose, says: () => toastSuccess(authoringNotices.priced) }),
  });
  return (
    <ActDialog title="Price" says="Change the price" {...{ busy, submit, onClose }}>
      <p>It counts for whoever begins from now on. 0 makes it free.</p>
      <Field
        label="Price"
        hint={`Less than ${below}`}
        prefix="US$"
        inputMode="decimal"
        autoComplete="off"
        {...field('price')}
      />
    </ActDialog>
  );
}
