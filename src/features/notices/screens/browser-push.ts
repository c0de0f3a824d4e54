/** Whether this browser can be told while no page of ours is open: over a secure line alone, and only a build can. */
export const canPush = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const subscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

/** Where this browser is told now; null where it is not. */
export const pushedAt = async (): Promise<string | null> => (await subscription())?.endpoint ?? null;

/**
 * Asks whoever sits there, and has the browser's maker give a place to tell it at: a new one each time, so that what
 * was told somebody else here before is told no more. Null where they say no.
 */
export async function askForPush(publicKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return made.endpoint;
}

/** Has this browser told no more: where it was. */
export async function endPush(): Promise<string | null> {
  const made = await subscription();
  await made?.unsubscribe();
  return made?.endpoint ?? null;
}
