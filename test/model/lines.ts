import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { announce, asSystem } from '../../src/platform/database.ts';
import { liveLine } from '../reliability/live-line.ts';
import type { TestServer } from '../worker.ts';

/** What somebody may hear at all, said here once more and apart from the product's own table. */
const customers = ['prices', 'trading', 'identity', 'documents', 'location', 'standing'];
const desk = ['prices', 'location', 'desk', 'identity-desk', 'staff'];
const mayHear = {
  visitor: ['prices'],
  customer: customers,
  finance: desk,
  support: desk,
  compliance: [...desk, 'compliance'],
  admin: [...desk, 'compliance'],
} as const satisfies Record<string, readonly string[]>;
export type Ear = keyof typeof mayHear;

/** Somebody's open page: `id` is whom news can be about. */
export type Line = Awaited<ReturnType<typeof liveLine>> & { readonly ear: Ear; readonly id: string };

/** The live lines of one server, on a port of its own. */
export async function openSwitchboard({ app }: TestServer) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return async (ear: Ear, who: { id: string; cookie: string }): Promise<Line> => ({
    ...(await liveLine(origin, who.cookie)),
    ear,
    id: who.id,
  });
}

/**
 * What each line heard since the last time, once everything that was said before has arrived: a word to each of them
 * goes the same way behind it.
 */
export async function heardBy(server: TestServer, lines: readonly Line[]): Promise<Map<Line, string[]>> {
  await asSystem(server.services.pool, async (tx) => {
    announce(tx, 'prices');
    for (const { id, ear } of lines) if (ear !== 'visitor') announce(tx, 'location', id);
  });
  const word = (line: Line) => (line.ear === 'visitor' ? 'prices' : 'location');
  for (const until = Date.now() + 10_000; !lines.every((line) => line.heard.includes(word(line))); await wait(1))
    if (Date.now() > until) throw new Error('a live line went dead');
  return new Map(lines.map((line) => [line, line.heard.splice(0)]));
}

/** Who heard what they should not: beyond their table, or a customer of whom nothing happened that they may know of. */
export function overheard(heard: ReadonlyMap<Line, string[]>, concerned: ReadonlySet<string>): string[] {
  return [...heard].flatMap(([{ ear, id }, topics]) => {
    const unmoved = ear === 'customer' && !concerned.has(id);
    const may: readonly string[] = unmoved ? ['prices', 'location'] : mayHear[ear];
    return topics.filter((topic) => !may.includes(topic)).map((topic) => `${ear} heard ${topic}`);
  });
}
