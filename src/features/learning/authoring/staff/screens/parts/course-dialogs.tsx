import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { ActionDialog } from '../../../../../../ui/admin/action-dialog.tsx';
import { useFormOutcome } from '../../../../../../ui/admin/use-invalidate.ts';
import { api } from '../../../../../../ui/client.ts';
import { Field, TextField } from '../../../../../../ui/field.tsx';
import { useCommandForm } from '../../../../../../ui/form.tsx';
import { QueryPlaceholder } from '../../../../../../ui/query-placeholder.tsx';
import { toastSuccess } from '../../../../../../ui/toast.ts';
import { OfferCourse, PublishCourse } from '../../../schema.ts';
import { authoringToasts } from '../../../staff-messages.ts';

type DialogProps = { courseId: string; onClose: () => void };

export function PublishDialog({ courseId, number, onClose }: DialogProps & { number: number }) {
  const query = useQuery(api.authoring.check.queryOptions({ input: { courseId } }));
  const { field, busy, submit } = useCommandForm(PublishCourse, api.authoring.publish, {
    start: { courseId, number, whatChanged: '' },
    ...useFormOutcome([api.authoring.key()], { onClose, onSuccess: () => toastSuccess(authoringToasts.published) }),
  });
  const changes = query.data?.changes;
  return (
    <ActionDialog title="Publish" says="Publish" {...{ busy, submit, onClose }}>
      <p>New learners get this version. Current learners stay on the version they started.</p>
      {changes ? (
        changes.length > 0 && (
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
        )
      ) : (
        <QueryPlaceholder query={query} text="We couldn’t load the changes." lines={[90, 80]} />
      )}
      <TextField
        label="Summary of the changes"
        hint="Shown to other instructors and kept in the audit log."
        rows={2}
        maxLength={600}
        {...field('whatChanged')}
      />
    </ActionDialog>
  );
}

export function OfferDialog({ courseId, to, onClose }: DialogProps & { to: 'published' | 'withdrawn' }) {
  const isWithdrawing = to === 'withdrawn';
  const { busy, submit } = useCommandForm(OfferCourse, api.authoring.offer, {
    start: { courseId, to },
    ...useFormOutcome([api.authoring.key()], {
      onClose,
      onSuccess: () => toastSuccess(isWithdrawing ? authoringToasts.withdrawn : authoringToasts.offered),
    }),
  });
  const name = isWithdrawing ? 'Withdraw' : 'Make available again';
  return (
    <ActionDialog title={name} says={name} grave={isWithdrawing} {...{ busy, submit, onClose }}>
      <p>
        {isWithdrawing
          ? 'New learners can no longer start this course. Current learners can finish it.'
          : 'Anyone can start the newest version of this course again.'}
      </p>
    </ActionDialog>
  );
}

const dollars = /^\d{1,5}(\.\d{2})?$/;
const Price = z.object({ price: z.string().trim().regex(dollars, 'Enter an amount such as 40 or 39.50') });

export function PriceDialog({ courseId, priceUsd, below, onClose }: DialogProps & { priceUsd: number; below: string }) {
  const { field, busy, submit } = useCommandForm(Price, api.authoring.price, {
    start: { price: (priceUsd / 100).toFixed(2) },
    body: ({ price }) => ({ courseId, priceUsd: Math.round(Number(price) * 100) }),
    ...useFormOutcome([api.authoring.key()], { onClose, onSuccess: () => toastSuccess(authoringToasts.priced) }),
  });
  return (
    <ActionDialog title="Price" says="Change the price" {...{ busy, submit, onClose }}>
      <p>The price applies to new learners. 0 makes the course free.</p>
      <Field
        label="Price"
        hint={`Less than ${below}`}
        prefix="US$"
        inputMode="decimal"
        autoComplete="off"
        {...field('price')}
      />
    </ActionDialog>
  );
}
