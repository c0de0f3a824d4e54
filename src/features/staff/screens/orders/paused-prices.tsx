import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { roleAllows } from '../../../../kernel/permissions.ts';
import type { StaffUser } from '../../../../ui/admin/frame.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { Field } from '../../../../ui/field.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { formatPrice } from '../../../../ui/price-format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { pricePermissions } from '../../../prices/acts.ts';
import { settingNotices } from '../../messages.ts';

type Jump = Awaited<ReturnType<typeof call.prices.jumps>>[number];

function AcceptForm({ symbol, jump: { priceUsd } }: Jump) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const accept = useMutation(
    api.prices.acceptJump.mutationOptions({
      onSuccess: () => toastSuccess(settingNotices.priceAccepted, { symbol }),
      onError: toastRefusal,
      onSettled: () => queries.invalidateQueries({ queryKey: api.prices.key() }),
    }),
  );
  return (
    <form
      className="accept"
      onSubmit={(event) => {
        event.preventDefault();
        if (!accept.isPending) accept.mutate({ symbol: symbol as 'BTC', seen: priceUsd, reason });
      }}
    >
      <Field
        id={`jump-${symbol}`}
        label="Why this price is correct"
        maxLength={400}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" variant="line" busy={accept.isPending}>
        Accept US${formatPrice(priceUsd)}
      </Button>
    </form>
  );
}

const formatJump = ({ priceUsd, jump }: Jump): string =>
  `Only ${jump.source} reports US$${formatPrice(jump.priceUsd)} since ${formatDateTime(jump.observedAt)}; the last price was ` +
  `US$${formatPrice(priceUsd)}. Trading resumes once a second source or a later reading confirms it.`;

/** Coins paused because one source alone reported a price jump. Finance can accept the price. */
export function PausedPrices({ person }: { person: StaffUser }) {
  const { data, isPending } = useQuery(api.prices.jumps.queryOptions());
  // The skeleton keeps the queue below hidden, so that the layout doesn't shift.
  if (isPending) return <div className="skeleton" hidden />;
  if (!data?.length) return null;
  return (
    <section className="stack resting" aria-label="Paused prices">
      {data.map((each) => (
        <Notice key={each.symbol} kind="bad">
          <b>{each.symbol} is paused.</b> {formatJump(each)}
          {roleAllows(pricePermissions.acceptJump, person.roles) && <AcceptForm {...each} />}
        </Notice>
      ))}
    </section>
  );
}
