import { useState } from 'react';
import { api, call } from '../../../ui/client.ts';
import { useReread } from '../../../ui/desk/use-reread.ts';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { lineNotices } from '../notices.ts';
import { isReady, type Line } from './line-item.tsx';

/** What is typed where nothing is: a line that is confirmed at sight says all of its payer. */
export const untyped = { payerBank: '', payerAccount: '', payerHolder: '', note: '' };

/** Does one thing with several lines, a request for each, so that one that is refused undoes no other. */
function useEach() {
  const [left, setLeft] = useState(0);
  const { tell } = useReread(api.bankLines.key(), api.desk.key(), api.paymentsDesk.key());
  const each = async (lines: readonly Line[], { act, says }: { act: (line: Line) => Promise<unknown>; says: Says }) => {
    if (left > 0) return;
    let done = 0;
    const refused: unknown[] = [];
    for (const [at, line] of lines.entries()) {
      setLeft(lines.length - at);
      await act(line).then(
        () => {
          done += 1;
        },
        (error: unknown) => refused.push(error),
      );
    }
    setLeft(0);
    tell(() => {
      if (done > 0) toastSuccess(lineNotices[says], { count: String(done) });
      if (refused.length > 0) toastError({ ...refusalWords(refused[0]), title: `${refused.length} not done` });
    });
  };
  return { left, each };
}
type Says = 'confirmedMany' | 'setAsideMany';

const confirm = async ({ id: lineId, matches: [best] }: Line) =>
  best && call.bankLines.confirm({ lineId, kind: best.kind, id: best.id, ...untyped });
const setAside = ({ id: lineId }: Line) => call.bankLines.setAside({ lineId, reason: 'same_line', note: '' });

/** Which lines are ticked, and what is done with several. */
export function useTicked(lines: readonly Line[]) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const { left, each } = useEach();
  const ready = lines.filter(isReady);
  const ticked = ready.filter(({ id }) => chosen.has(id));
  const again = lines.filter(({ sameAs, two }) => sameAs?.used && !sameAs.byHand && !two);
  return {
    ...{ ticked: new Set(ticked.map(({ id }) => id)), left, count: ticked.length, again: again.length },
    turn: (id: string) => choose(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id])),
    all: (of: readonly Line[]) => choose(new Set(of.filter(isReady).map(({ id }) => id))),
    confirm: () => void each(ticked, { act: confirm, says: 'confirmedMany' }),
    /** What another statement showed, and was used, is the same money: it waits for nobody. */
    setAsideAgain: () => void each(again, { act: setAside, says: 'setAsideMany' }),
  };
}
