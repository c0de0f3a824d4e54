import { connectionOf, networkOf } from './connection.ts';

/**
 * Live lines open at the same time in one process: of one person, however many pages they keep open; of one connection,
 * behind which a school or a mobile network may stand; of one network, of which somebody may have every connection; and
 * altogether.
 */
export const liveRoom = { person: 20, connection: 200, network: 5_000, all: 10_000 } as const;

export type Leave = () => void;

/** Counts what is open. `enter` answers how to leave again, once, or null when there is no room. */
export function openLiveRoom() {
  const open = new Map<string, number>();
  const enter = (name: string, most: number): Leave | null => {
    const now = open.get(name) ?? 0;
    if (now >= most) return null;
    open.set(name, now + 1);
    return () => {
      const left = (open.get(name) ?? 1) - 1;
      if (left > 0) open.set(name, left);
      else open.delete(name);
    };
  };
  return {
    person: (id: string) => enter(`person ${id}`, liveRoom.person),
    connection: (ip: string): Leave | null => {
      const rooms = [
        ['all', liveRoom.all],
        [`network ${networkOf(ip)}`, liveRoom.network],
        [connectionOf(ip), liveRoom.connection],
      ] as const;
      const entered: Leave[] = [];
      const leave = () => {
        for (const each of entered) each();
      };
      for (const [name, most] of rooms) {
        const one = enter(name, most);
        if (!one) {
          leave();
          return null;
        }
        entered.push(one);
      }
      return leave;
    },
  };
}
