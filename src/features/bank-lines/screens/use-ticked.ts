import { useState } from 'react';
import { api, call } from '../../../ui/client.ts';
import { useReread } from '../../../ui/desk/use-reread.ts';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { lineNotices } from '../notices.ts';
import { isReady, type Line } from './line-item.tsx';

/** What is typed where nothing is: a line that is confirmed at sight says all of its payer. */
export const untyped = { payerBank: '', payerAccount: '', payerHolder: '', note: '' };

/** Which lines are ticked, and confirming them: each an act of its own, so that one that is refused undoes no other. */
export function useTicked(lines: readonly Line[]) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const { tell } = useReread(api.bankLines.key(), api.desk.key(), api.paymentsDesk.key());
  const ready = lines.filter(isReady);
  const ticked = new Set(ready.filter(({ id }) => chosen.has(id)).map(({ id }) => id));
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    let done = 0;
    const refused: unknown[] = [];
    for (const { id: lineId, matches } of ready.filter(({ id }) => ticked.has(id))) {
      const [best] = matches;
      if (!best) continue;
      await call.bankLines.confirm({ lineId, kind: best.kind, id: best.id, ...untyped }).then(
        () => {
          done += 1;
        },
        (error: unknown) => refused.push(error),
      );
    }
    choose(new Set());
    setBusy(false);
    tell(() => {
      if (done > 0) toastSuccess(lineNotices.confirmedMany, { count: String(done) });
      if (refused.length > 0) toastError({ ...refusalWords(refused[0]), title: `${refused.length} not confirmed` });
    });
  };
  return {
    ...{ ticked, busy, count: ticked.size },
    turn: (id: string) => choose(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id])),
    all: () => choose(new Set(ready.map(({ id }) => id))),
    confirm: () => void confirm(),
  };
}
