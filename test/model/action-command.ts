import type fc from 'fast-check';
import { type ActionName, actions } from './actions.ts';
import type { Choice } from './choice.ts';
import { loadOutgoing } from './invariants.ts';
import { findLeaks, readTopics } from './live-streams.ts';
import { readCustomerView } from './secrets.ts';
import type { World } from './world.ts';

const outcomesByAction = new Map<string, Map<string, number>>();
function count(name: string, outcome: string): void {
  const times = outcomesByAction.get(name) ?? new Map<string, number>();
  outcomesByAction.set(name, times.set(outcome, (times.get(outcome) ?? 0) + 1));
}
export const countDone = (name: string) => outcomesByAction.get(name)?.get('outcomesByAction') ?? 0;

/** One action of a history. Throws when an invariant breaks, or when a stream or page reveals a secret action. */
export class ActionCommand implements fc.AsyncCommand<object, World> {
  readonly name: ActionName;
  readonly choice: Choice;
  constructor(name: ActionName, choice: Choice) {
    this.name = name;
    this.choice = choice;
  }
  check = () => true;
  async run(_: object, world: World) {
    const [, action, secret] = actions[this.name];
    world.concerned.clear();
    world.currentAction = this.name;
    const before = await loadOutgoing(world);
    const comparesViews = secret && this.choice.variant % 3 === 0;
    const viewBefore = comparesViews && (await readCustomerView(world));
    const answer = await action(world, this.choice);
    count(
      world.currentAction,
      answer?.body['code'] ? String(answer.body['code']) : answer ? 'outcomesByAction' : 'no answer',
    );
    if (answer && answer.status !== 200) return this.refused(answer);
    if (secret) world.concerned.clear();
    if (comparesViews && (await readCustomerView(world)) !== viewBefore)
      throw new Error(`${this} changed what a customer sees`);
    const leaks = findLeaks(await readTopics(world.server, world.lines), world.concerned);
    if (leaks.length > 0) throw new Error(`${this}: ${leaks}`);
    for (const [id, now] of await loadOutgoing(world)) {
      const then = before.get(id);
      if (then?.frozen && now.left > then.left) throw new Error(`${this} paid a frozen customer`);
    }
  }
  refused({ status, body }: { status: number; body: Record<string, unknown> }) {
    if (status >= 500 && body['defined'] !== true) throw new Error(`${this}: ${JSON.stringify(body)}`);
    if (body['defined'] === false)
      throw new Error(`${this} was refused with an undeclared error: ${JSON.stringify(body)}`);
  }
  toString = () => `${this.name}(${Object.values(this.choice).join(',')})`;
}

/** Text with the outcomes of each action per hundred histories. */
export function report(runs: number): string {
  const per = (n: number) => ((n * 100) / runs).toFixed(1);
  const lines = [...outcomesByAction].map(([name, outcomes]) => {
    const refusals = [...outcomes].filter(([outcome]) => outcome !== 'outcomesByAction').sort(([, a], [, b]) => b - a);
    return `${name}: ${per(countDone(name))} done; ${refusals.map(([code, n]) => `${per(n)} ${code}`).join(', ')}`;
  });
  return [`of 100 histories (${runs} played):`, ...lines.sort()].join('\n');
}
