import { existsSync, readFileSync } from 'node:fs';
import { listProcessTree } from './cluster-node.ts';

const perSecond = 100;

/** CPU seconds of a process so far, in user and kernel mode. */
export function getCpuSeconds(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const text = readFileSync(file, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / perSecond;
}

export const getTreeCpuSeconds = (pid: number): number =>
  listProcessTree(pid).reduce((sum, child) => sum + getCpuSeconds(child), 0);

export function getMemoryMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const readKb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: readKb('VmRSS'), peak: readKb('VmHWM') };
}
