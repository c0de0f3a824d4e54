import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isFor } from '../../../../kernel/acts.ts';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import type { DeskPerson } from '../../../../ui/desk/frame.tsx';
import { Field } from '../../../../ui/field.tsx';
import { momentText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { priceText } from '../../../../ui/price-format.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { priceActs } from '../../../prices/acts.ts';
import { settingNotices } from '../../messages.ts';

type Jump = Awaited<ReturnType<typeof call.prices.jumps>>[number];

function Accept({ symbol, jump: { priceUsd } }: Jump) {
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
        label="Why it is right"
        maxLength={400}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" look="line" busy={accept.isPending}>
        Accept US${priceText(priceUsd)}
      </Button>
    </form>
  );
}

const told = ({ priceUsd, jump }: Jump): string =>
  `${jump.source} alone says US$${priceText(jump.priceUsd)} since ${momentText(jump.observedAt)}; the last price was ` +
  `US$${priceText(priceUsd)}. A second source or a later reading confirms it by itself.`;

/** Coins that rest because one source alone told a price far from the last one. All staff see it, finance ends it. */
export function PausedPrices({ person }: { person: DeskPerson }) {
  const { data, isPending } = useQuery(api.prices.jumps.queryOptions());
  // The queue below is shown when it is known whether it stands lower.
  if (isPending) return <div className="skeleton" hidden />;
  if (!data?.length) return null;
  return (
    <section className="stack resting" aria-label="Prices that wait">
      {data.map((each) => (
        <Notice key={each.symbol} kind="bad">
          <b>{each.symbol} is not traded.</b> {told(each)}
          {isFor(priceActs.acceptJump, person.roles) && <Accept {...each} />}
        </Notice>
      ))}
    </section>
  );
}
