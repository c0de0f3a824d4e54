import { useEffect, useState } from 'react';

type ClockAnswer = { readonly now: Date; readonly receivedAt: number };

/** Ticks every second while `ticking`. `receivedAt` is this device's clock in ms when `now` arrived. */
export function useServerClock({ now, receivedAt }: ClockAnswer, ticking: boolean): Date {
  const [localNow, setLocalNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return;
    setLocalNow(Date.now());
    const timer = setInterval(() => setLocalNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return new Date(now.getTime() + Math.max(0, localNow - receivedAt));
}
