import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/error-message.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { noticeToasts } from '../customer-messages.ts';
import { Choice } from './setting-checkbox.tsx';

/** Push needs HTTPS and a production build. */
const canPush = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const getSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

const getPushEndpoint = async (): Promise<string | null> => (await getSubscription())?.endpoint ?? null;

/** Asks for permission and subscribes with a new endpoint, which ends earlier pushes. Null: prompt dismissed. */
async function subscribeToPush(publicKey: string): Promise<{ endpoint: string } | 'denied' | null> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? permission : null;
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return { endpoint: subscription.endpoint };
}

/** Returns the removed subscription, or null if there was none. */
async function unsubscribeFromPush(): Promise<{ endpoint: string } | null> {
  const subscription = await getSubscription();
  await subscription?.unsubscribe();
  return subscription && { endpoint: subscription.endpoint };
}

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
  const { mutateAsync } = useMutation(api.notices.setPreference.mutationOptions());
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
