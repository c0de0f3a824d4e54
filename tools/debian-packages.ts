import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const run = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0;

const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

function runApt(args: readonly string[]): boolean {
  const [program = '', ...rest] = [...asRoot, 'apt-get', ...args, '-qq'];
  return run(program, rest);
}

/** Installs the first available package. Returns false without Debian, or without root and `sudo`. */
export function installDebianPackage(...names: readonly string[]): boolean {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const install = () => names.some((name) => runApt(['install', '-y', '--no-install-recommends', name]));
  return install() || (runApt(['update']) && install());
}

export const hasPerlModule = (name: string, debianPackage: string): boolean => {
  const isInstalled = () => spawnSync('perl', [`-M${name}`, '-e', '1'], { stdio: 'ignore' }).status === 0;
  return isInstalled() || (installDebianPackage(debianPackage) && isInstalled());
};
