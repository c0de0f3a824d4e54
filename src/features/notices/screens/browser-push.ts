/** Needs HTTPS and a production build. */
export const canPush = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const getSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

export const getPushEndpoint = async (): Promise<string | null> => (await getSubscription())?.endpoint ?? null;

/**
 * Asks for permission and subscribes with a new endpoint, which ends pushes of an earlier user. Returns null if the
 * browser's question was closed, 'denied' if the answer or the settings say no.
 */
export async function subscribeToPush(publicKey: string): Promise<{ endpoint: string } | 'denied' | null> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? permission : null;
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return { endpoint: subscription.endpoint };
}

/** Returns the ended subscription. */
export async function unsubscribeFromPush(): Promise<{ endpoint: string } | null> {
  const subscription = await getSubscription();
  await subscription?.unsubscribe();
  return subscription && { endpoint: subscription.endpoint };
}
