import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, call } from '../../../../ui/client.ts';
import { draftOf, emptySell, formFrom, type Sell, type SellStep } from './sell-form.ts';

/** After the last key stroke, before what was typed is sent. */
const settles = 1000;
const nothing = JSON.stringify(draftOf(emptySell, 1));

type Draft = { form: Sell; step: SellStep; restore: (form: Sell, step: SellStep) => void };

/**
 * Keeps what was typed on the server, so that it survives a lost line and can be finished on another device
 * (decision A2), and brings it back once. `restoredAt` is when it was kept, while the restored form is in use.
 */
export function useSellDraft({ form, step, restore }: Draft) {
  const draft = useQuery(
    api.trading.sellDraft.queryOptions({ staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false }),
  );
  const [restoredAt, setRestoredAt] = useState<Date | null>(null);
  const looked = useRef(false);
  const kept = useRef(nothing);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flight = useRef<Promise<unknown>>(Promise.resolve());
  const text = JSON.stringify(draftOf(form, step));

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first answer of the server is looked at.
  useEffect(() => {
    if (looked.current || draft.isPending) return;
    looked.current = true;
    const data = draft.data?.data;
    // Whoever has typed already is not overwritten.
    if (!data || text !== nothing) return;
    const read = formFrom(data);
    kept.current = JSON.stringify(draftOf(read.form, read.step));
    if (kept.current === nothing) return;
    restore(read.form, read.step);
    setRestoredAt(draft.data?.updatedAt ?? null);
  }, [draft.isPending]);

  useEffect(() => {
    if (!looked.current || text === kept.current) return;
    timer.current = setTimeout(() => {
      kept.current = text;
      // A draft that could not be kept is no reason to disturb: the next key stroke tries again.
      flight.current = call.trading.keepSellDraft({ data: JSON.parse(text) }).catch(() => {
        kept.current = '';
      });
    }, settles);
    return () => clearTimeout(timer.current);
  }, [text]);

  return {
    restoredAt,
    /** Before the order is sent: keeps nothing more, and waits for what is on its way, so that no draft outlives it. */
    stop: async () => {
      clearTimeout(timer.current);
      await flight.current;
    },
    /** The form was sent or given up: nothing of it is kept any more. */
    forget: () => {
      kept.current = nothing;
      setRestoredAt(null);
    },
  };
}
