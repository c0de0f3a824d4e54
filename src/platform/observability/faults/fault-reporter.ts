import type { Config } from '../../config/config.ts';
import { type LoggableError, toLoggable } from '../log.ts';
import { loadBuildInfo } from '../metrics/build-info.ts';
import type { Meters } from '../metrics/meters.ts';
import type { FaultOrigin } from './collector.ts';

/** Logs a fault and reports it to the collector. Users see the reference. */
export type LogFault = (error: unknown, reference: string, about?: Pick<FaultOrigin, 'procedure' | 'status'>) => void;

export const maxFaultsPerMinute = { server: 20, browser: 10 } as const;
const minuteMs = 60_000;

function createLimiter(now: () => number) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let admitted = { server: new Set<string>(), browser: new Set<string>() };
  return ({ type, where }: LoggableError, { side, procedure }: FaultOrigin): boolean => {
    if (now() - startedAt >= minuteMs) {
      startedAt = now();
      admitted = { server: new Set(), browser: new Set() };
    }
    const known = admitted[side];
    const key = [type, where?.[0], procedure].join(' ');
    if (known.has(key) || known.size >= maxFaultsPerMinute[side]) return false;
    known.add(key);
    return true;
  };
}

type Options = {
  readonly config: Pick<Config, 'mode' | 'observability'>;
  readonly log: { warn(fields: object, text: string): void };
  readonly meters: Pick<Meters, 'countFaultReport'>;
  readonly now?: () => number;
};

/** Sends faults to the configured collector. `report` returns immediately and never throws. */
export function openFaultReporter({ config, log, meters, now = () => performance.now() }: Options) {
  const { faultCollector } = config.observability;
  const isAdmitted = createLimiter(now);
  let isDown = false;
  const connect = async (dsn: string) => {
    const [{ buildEvent, connectCollector }, build] = await Promise.all([
      import('./collector.ts'),
      loadBuildInfo(config),
    ]);
    const sendEvent = connectCollector(dsn);
    const release = { ...build, environment: config.mode };
    return (fault: LoggableError, origin: FaultOrigin) => sendEvent(buildEvent(fault, origin, release));
  };
  let connected: ReturnType<typeof connect> | undefined;
  const sending = new Set<Promise<void>>();
  const send = async (dsn: string, fault: LoggableError, origin: FaultOrigin) => {
    connected ??= connect(dsn);
    const sendFault = await connected;
    const outcome = await sendFault(fault, origin).catch((error: unknown) => {
      if (!isDown) log.warn({ err: toLoggable(error) }, 'the fault collector cannot be reached');
      return 'failed' as const;
    });
    isDown = outcome === 'failed';
    meters.countFaultReport(outcome);
  };
  return {
    report(fault: LoggableError, origin: FaultOrigin): void {
      if (faultCollector === undefined) return;
      if (!isAdmitted(fault, origin)) {
        meters.countFaultReport('suppressed');
        return;
      }
      const sent = send(faultCollector, fault, origin).catch(() => meters.countFaultReport('failed'));
      sending.add(sent);
      void sent.finally(() => sending.delete(sent));
    },
    close: async () => void (await Promise.all(sending)),
  };
}

export type FaultReporter = ReturnType<typeof openFaultReporter>;
