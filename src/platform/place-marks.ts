import type { Config } from './config.ts';
import { connectionOf, networkOf } from './connection.ts';
import { markKey, markOf } from './sealed.ts';

/** From where something came, for counting what came from there: nobody can be read out of it. */
export type PlaceMarks = { readonly connection: string; readonly network: string };

/** The marks of an address, of its own for each kind of work: those of two kinds say nothing of each other. */
export function placeMarks({ authSecret }: Pick<Config, 'authSecret'>, work: string, ip: string): PlaceMarks {
  const mark = (place: string) => markOf(markKey(authSecret), `place ${work} ${place}`);
  return { connection: mark(connectionOf(ip)), network: mark(networkOf(ip)) };
}
