import type fc from 'fast-check';
import { type ActName, acts } from './acts.ts';
import type { Draw } from './draw.ts';
import { standing } from './laws.ts';
import { heardBy, overheard } from './lines.ts';
import { seenByCustomers } from './secrets.ts';
import type { World } from './world.ts';

/** How often each act was done, and how often it was refused, for whoever reads how deep the histories go. */
const done = new Map<string, Map<string, number>>();
function count(name: string, how: string): void {
  const times = done.get(name) ?? new Map<string, number>();
  done.set(name, times.set(how, (times.get(how) ?? 0) + 1));
}
export const doneOf = (name: string) => done.get(name)?.get('done') ?? 0;

/** One act of a history, and what must hold as soon as it is done. */
export class Happening implements fc.AsyncCommand<object, World> {
  readonly name: ActName;
  readonly draw: Draw;
  constructor(name: ActName, draw: Draw) {
    this.name = name;
    this.draw = draw;
  }
  check = () => true;
  async run(_: object, world: World) {
    const [, act, secret] = acts[this.name];
    world.concerned.clear();
    world.doing = this.name;
    const before = await standing(world);
    const looks = secret && this.draw.twist % 3 === 0;
    const seen = looks && (await seenByCustomers(world));
    const answer = await act(world, this.draw);
    count(world.doing, answer?.body['code'] ? String(answer.body['code']) : answer ? 'done' : 'no answer');
    if (answer && answer.status !== 200) return this.refused(answer);
    if (secret) world.concerned.clear();
    if (looks && (await seenByCustomers(world)) !== seen) throw new Error(`${this} changed what a customer sees`);
    const told = overheard(await heardBy(world.server, world.lines), world.concerned);
    if (told.length > 0) throw new Error(`${this}: ${told}`);
    for (const [id, now] of await standing(world)) {
      const then = before.get(id);
      if (then?.frozen && now.left > then.left) throw new Error(`${this} paid somebody who is frozen`);
    }
  }
  refused({ status, body }: { status: number; body: Record<string, unknown> }) {
    if (status >= 500 && body['defined'] !== true) throw new Error(`${this}: ${JSON.stringify(body)}`);
    if (body['defined'] === false)
      throw new Error(`${this} was refused in words that it does not declare: ${JSON.stringify(body)}`);
  }
  toString = () => `${this.name}(${Object.values(this.draw).join(',')})`;
}

/** How often each act was done in a hundred histories, and what it was refused with. */
export function report(runs: number): string {
  const per = (n: number) => ((n * 100) / runs).toFixed(1);
  const lines = [...done].map(([name, ways]) => {
    const others = [...ways].filter(([how]) => how !== 'done').sort(([, a], [, b]) => b - a);
    return `${name}: ${per(doneOf(name))} done; ${others.map(([how, n]) => `${per(n)} ${how}`).join(', ')}`;
  });
  return [`of 100 histories (${runs} played):`, ...lines.sort()].join('\n');
}
