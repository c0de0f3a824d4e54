export type Leave = () => void;
/** A room that something takes a place in while it is open, and how many places it has. */
export type Room = readonly [name: string, places: number];

/** Counts what is open. Answers how to leave again, once, or null where one of the rooms has no place left. */
export function openPlaces(): (rooms: readonly Room[]) => Leave | null {
  const open = new Map<string, number>();
  const taken = (name: string) => open.get(name) ?? 0;
  const take = (name: string, places: number) => {
    const now = taken(name) + places;
    if (now > 0) open.set(name, now);
    else open.delete(name);
  };
  return (rooms) => {
    if (rooms.some(([name, places]) => taken(name) >= places)) return null;
    for (const [name] of rooms) take(name, 1);
    return () => {
      for (const [name] of rooms) take(name, -1);
    };
  };
}
