import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { api, type call } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { toastRefusal } from '../../../ui/error-message.ts';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { seatToasts } from '../customer-messages.ts';
import { formatTimes, type Mode, modeNames } from '../session.ts';

type ShownWorkshop = Awaited<ReturnType<typeof call.workshops.list>>['sessions'][number];
type Place = Awaited<ReturnType<typeof call.workshops.own>>['places'][number];

type Target = {
  readonly key: string;
  readonly sessionId: string;
  readonly mode: Mode;
  readonly name: string;
  readonly note: string;
};

const findTargets = (sessions: readonly ShownWorkshop[], places: readonly Place[]): Target[] =>
  sessions
    .filter(({ open }) => open)
    .flatMap(({ id, title, startAt, endAt, seats }) =>
      seats
        .filter(({ mode, left }) => left > 0 && !places.some((seat) => seat.sessionId === id && seat.mode === mode))
        .map(({ mode }) => ({
          key: `${id} ${mode}`,
          sessionId: id,
          mode,
          name: `${title}, ${modeNames[mode].toLowerCase()}`,
          note: formatTimes(startAt, endAt),
        })),
    );

export function MoveSeat({ place, onClose }: { place: Place; onClose: () => void }) {
  const queries = useQueryClient();
  const list = useQuery(api.workshops.list.queryOptions());
  const own = useQuery(api.workshops.own.queryOptions());
  const [chosen, setChosen] = useState('');
  const isLoaded = Boolean(list.data && own.data);
  const targets = findTargets(list.data?.sessions ?? [], own.data?.places ?? []);
  const target = targets.find(({ key }) => key === chosen);
  const move = useMutation({
    ...api.workshops.move.mutationOptions(),
    onSuccess: () => {
      onClose();
      toastSuccess(seatToasts.moved);
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
      actions={
        <>
          <Button variant="line" onClick={onClose} disabled={move.isPending}>
            Keep my place
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
        <p>You can move your place once. Your payment moves with it, and there's no extra charge.</p>
        {!isLoaded && (
          <QueryPlaceholder query={list.data ? own : list} text="We couldn't load the workshops." lines={[60, 90]} />
        )}
        {isLoaded && targets.length === 0 && <p className="ink-2">No other workshop has places left right now.</p>}
        {targets.length > 0 && (
          <Choice
            legend="New workshop"
            options={targets.map(({ key, name, note }) => ({ value: key, name, note }))}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  );
}
