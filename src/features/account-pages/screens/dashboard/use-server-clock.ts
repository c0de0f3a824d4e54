import { useEffect, useState } from 'react';

type Answer = { readonly now: Date; readonly receivedAt: number };

/**
 * The moment by the server's clock, told anew every second while `ticking`. `now` is what the server said and
 * `receivedAt` when it arrived here, in milliseconds of this device.
 */
export function useServerClock({ now, receivedAt }: Answer, ticking: boolean): Date {
  const [here, setHere] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return;
    setHere(Date.now());
    const timer = setInterval(() => setHere(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return new Date(now.getTime() + Math.max(0, here - receivedAt));
}
