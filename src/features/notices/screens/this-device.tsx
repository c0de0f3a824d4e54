import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/error-message.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { noticeToasts } from '../customer-messages.ts';
import { canPush, getPushEndpoint, subscribeToPush, unsubscribeFromPush } from './browser-push.ts';
import { Choice } from './setting-checkbox.tsx';

const queryKey = ['notices', 'this browser'];

/** 'left': the user dismissed the permission prompt, which is no error. */
async function switchPush(on: boolean, publicKey: string): Promise<'done' | 'denied' | 'left'> {
  const subscription = on ? await subscribeToPush(publicKey) : await unsubscribeFromPush();
  if (subscription === null) return 'left';
  if (subscription === 'denied') return subscription;
  await (on ? call.notices.startPush(subscription) : call.notices.stopPush(subscription));
  return 'done';
}

type ThisDeviceProps = {
  readonly publicKey: string;
  readonly choices: Awaited<ReturnType<typeof call.notices.settings>>['choices'];
};

function PushKinds({ choices }: Pick<ThisDeviceProps, 'choices'>) {
  const { mutateAsync } = useMutation(api.notices.setWish.mutationOptions());
  return choices.map(({ kind, name, push }) => (
    <Choice
      key={kind}
      label={`Notify my devices: ${name}`}
      value={push}
      save={(wanted) => mutateAsync({ kind, channel: 'push', wanted })}
    />
  ));
}

export function ThisDevice({ publicKey, choices }: ThisDeviceProps) {
  const queries = useQueryClient();
  const endpoint = useQuery({ queryKey, queryFn: getPushEndpoint, enabled: canPush() });
  const switching = useMutation({
    mutationFn: (on: boolean) => switchPush(on, publicKey),
    onSuccess: (outcome) => {
      if (outcome === 'done') toastSuccess(noticeToasts.saved);
      if (outcome === 'denied') toastError(noticeToasts.pushDenied);
    },
    onError: toastRefusal,
    onSettled: () =>
      Promise.all([queryKey, api.notices.settings.key()].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  if (!canPush() || endpoint.data === undefined) return null;
  const isOn = endpoint.data !== null;
  return (
    <section aria-labelledby="device">
      <h2 id="device" className="ruled">
        On this device
      </h2>
      <p>
        {isOn
          ? 'You get notifications in this browser until you log out here.'
          : 'Get notifications in this browser, even when our site is closed.'}{' '}
        Notifications never show details.
      </p>
      <Button variant="line" busy={switching.isPending} onClick={() => switching.mutate(!isOn)}>
        {isOn ? 'Turn off here' : 'Turn on here'}
      </Button>
      {isOn && <PushKinds choices={choices} />}
    </section>
  );
}
