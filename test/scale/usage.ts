import { existsSync, readFileSync } from 'node:fs';
import { familyOf } from './node.ts';

/** Of Linux, whatever the machine: a hundredth of a second is the piece in which it counts (USER_HZ). */
const perSecond = 100;

/** Seconds that a process has been at work, of its own and for it in the kernel. */
export function workOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const text = readFileSync(file, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / perSecond;
}

/** The same of a process and all that come from it. */
export const workOfFamily = (pid: number): number => familyOf(pid).reduce((sum, one) => sum + workOf(one), 0);

/** Megabytes of a process that are in memory now, and the most that ever were. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
