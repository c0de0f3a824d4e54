/** Push needs HTTPS and a production build. */
export const canPush = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const getSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

export const getPushEndpoint = async (): Promise<string | null> => (await getSubscription())?.endpoint ?? null;

/**
 * Asks for permission and subscribes with a new endpoint, which ends pushes of an earlier user. Returns null if the
 * user dismissed the permission prompt, or 'denied' if the user or the browser settings refused.
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

/** Returns the removed subscription, or null if there was none. */
export async function unsubscribeFromPush(): Promise<{ endpoint: string } | null> {
  const subscription = await getSubscription();
  await subscription?.unsubscribe();
  return subscription && { endpoint: subscription.endpoint };
}
