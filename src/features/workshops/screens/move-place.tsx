import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { api } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { placeNotices } from '../own-messages.ts';
import { type Mode, modeNames } from '../session.ts';
import { timesText } from '../times.ts';
import type { OwnPlace, ShownWorkshop } from './shown-workshop.ts';

type Target = {
  readonly key: string;
  readonly sessionId: string;
  readonly mode: Mode;
  readonly name: string;
  readonly note: string;
};

/** Where a place can move: every mode with a place left in which its owner has none. */
const targetsOf = (sessions: readonly ShownWorkshop[], places: readonly OwnPlace[]): Target[] =>
  sessions
    .filter(({ open }) => open)
    .flatMap(({ id, title, startAt, endAt, seats }) =>
      seats
        .filter(({ mode, left }) => left > 0 && !places.some((has) => has.sessionId === id && has.mode === mode))
        .map(({ mode }) => ({
          key: `${id} ${mode}`,
          sessionId: id,
          mode,
          name: `${title}, ${modeNames[mode].toLowerCase()}`,
          note: timesText(startAt, endAt),
        })),
    );

/** Moves a place that is paid, once. */
export function MovePlace({ place, onClose }: { place: OwnPlace; onClose: () => void }) {
  const queries = useQueryClient();
  const list = useQuery(api.workshops.list.queryOptions());
  const own = useQuery(api.workshops.own.queryOptions());
  const [chosen, setChosen] = useState('');
  const targets = targetsOf(list.data?.sessions ?? [], own.data?.places ?? []);
  const target = targets.find(({ key }) => key === chosen);
  const move = useMutation({
    ...api.workshops.move.mutationOptions(),
    onSuccess: () => {
      onClose();
      toastSuccess(placeNotices.moved);
    },
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={move.isPending}
      title={`Move your place in ${place.title}`}
      acts={
        <>
          <Button look="line" onClick={onClose} disabled={move.isPending}>
            Keep it
          </Button>
          <Button
            busy={move.isPending}
            disabled={!target}
            onClick={() => target && move.mutate({ placeId: place.id, sessionId: target.sessionId, mode: target.mode })}
          >
            Move my place
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>A place moves once, and what you paid goes with it. Nothing more is charged.</p>
        {targets.length === 0 && <p className="ink-2">No other workshop has a place left now.</p>}
        {targets.length > 0 && (
          <Choice
            legend="Where to"
            options={targets.map(({ key, name, note }) => ({ value: key, name, note }))}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  );
}
