import { useState } from 'react';
import { useInvalidate } from '../../../ui/admin/use-invalidate.ts';
import { api } from '../../../ui/client.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { maxBatchLines } from '../batch-size.ts';
import { lineToasts } from '../notices.ts';
import { isReadyToConfirm, type Line } from './line-item.tsx';

const toBatchItems = ({ id: lineId, matches: [best] }: Line) =>
  best ? [{ lineId, kind: best.kind, id: best.id }] : [];

const isUsedDuplicate = ({ sameAs, two }: Line): boolean =>
  sameAs?.used === true && !sameAs.byHand && !sameAs.against && !two;

/** Holds the selected lines and starts batches. Starts no batch while `left` lines of another batch wait. */
export function useSelection(lines: readonly Line[], left: number) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const { afterRefresh } = useInvalidate(api.bankLines.batch.key());
  const { mutate, isPending } = useCommand(api.bankLines.startBatch, {
    done: (_, { items }) => {
      setSelectedIds(new Set());
      afterRefresh(() => toastSuccess(lineToasts.batchStarted, { count: String(items.length) }));
    },
  });
  const selectable = lines.filter(isReadyToConfirm);
  const selected = selectable.filter(({ id }) => selectedIds.has(id));
  const duplicates = lines.filter(isUsedDuplicate).slice(0, maxBatchLines);
  return {
    ...{
      selected: new Set(selected.map(({ id }) => id)),
      busy: isPending || left > 0,
      count: selected.length,
      duplicates: duplicates.length,
    },
    toggle: (id: string) =>
      setSelectedIds(
        new Set(selectedIds.has(id) ? [...selectedIds].filter((one) => one !== id) : [...selectedIds, id]),
      ),
    selectAll: (of: readonly Line[]) =>
      setSelectedIds(
        new Set(
          of
            .filter(isReadyToConfirm)
            .slice(0, maxBatchLines)
            .map(({ id }) => id),
        ),
      ),
    confirm: () => mutate({ act: 'confirm', items: selected.slice(0, maxBatchLines).flatMap(toBatchItems) }),
    setAsideAgain: () => mutate({ act: 'set_aside', items: duplicates.map(({ id: lineId }) => ({ lineId })) }),
  };
}
