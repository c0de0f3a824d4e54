import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { noticesNotices } from '../own-messages.ts';
import { askForPush, canPush, endPush, pushedAt } from './browser-push.ts';
import { Choice } from './choice.tsx';

const here = ['notices', 'this browser'];

async function turn(on: boolean, publicKey: string): Promise<boolean> {
  const endpoint = on ? await askForPush(publicKey) : await endPush();
  if (endpoint === null) return false;
  await (on ? call.notices.startPush({ endpoint }) : call.notices.stopPush({ endpoint }));
  return true;
}

type ThisDeviceProps = {
  readonly publicKey: string;
  readonly choices: Awaited<ReturnType<typeof call.notices.settings>>['choices'];
};

function Kinds({ choices }: Pick<ThisDeviceProps, 'choices'>) {
  const { mutateAsync } = useMutation(api.notices.setWish.mutationOptions());
  return choices.map(({ kind, name, push }) => (
    <Choice
      key={kind}
      label={`${name}, on devices`}
      value={push}
      save={(wanted) => mutateAsync({ kind, channel: 'push', wanted })}
    />
  ));
}

/** Has this browser told that there is something new; nothing where it cannot be. */
export function ThisDevice({ publicKey, choices }: ThisDeviceProps) {
  const queries = useQueryClient();
  const told = useQuery({ queryKey: here, queryFn: pushedAt, enabled: canPush() });
  const turning = useMutation({
    mutationFn: (on: boolean) => turn(on, publicKey),
    onSuccess: (done, on) => {
      if (done) toastSuccess(noticesNotices.saved);
      else if (on) toastError(noticesNotices.pushDenied);
    },
    onError: toastRefusal,
    onSettled: () =>
      Promise.all([here, api.notices.settings.key()].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  if (!canPush() || told.data === undefined) return null;
  const isOn = told.data !== null;
  return (
    <section aria-labelledby="device">
      <h2 id="device" className="ruled">
        On this device
      </h2>
      <p>
        {isOn
          ? 'This browser tells you that there is something new, until you log out here.'
          : 'Have this browser tell you that there is something new, also while no page of ours is open.'}{' '}
        It never says what.
      </p>
      <Button look="line" busy={turning.isPending} onClick={() => turning.mutate(!isOn)}>
        {isOn ? 'Turn off here' : 'Turn on here'}
      </Button>
      {isOn && <Kinds choices={choices} />}
    </section>
  );
}
