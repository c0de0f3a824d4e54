import { buffer } from 'node:stream/consumers';
import { asSystem } from '../../platform/database.ts';
import { smaller } from '../../platform/files/picture.ts';
import { bringOut } from '../../platform/files/private-files.ts';
import type { Services } from '../../platform/procedure.ts';
import { inTurn, type Whose } from '../../platform/turns.ts';
import { fileById } from './store.ts';

/** Kept in memory together, bytes: some two hundred small pictures, as many as the largest courses have. */
const mostKept = 20_000_000;
const kept = new Map<string, Buffer>();
let bytes = 0;

function keep(id: string, picture: Buffer): Buffer {
  bytes += picture.length - (kept.get(id)?.length ?? 0);
  kept.delete(id);
  kept.set(id, picture);
  for (const [oldest, { length }] of kept) {
    if (bytes <= mostKept) break;
    kept.delete(oldest);
    bytes -= length;
  }
  return picture;
}

/** Two at a time, each connection and account in its turn: whoever asks for many keeps no other's waiting. */
const twoByTwo = inTurn({ places: 2, waiting: 200, ofOne: [150, 100, 60] });
const underWay = new Map<string, Promise<Buffer | null>>();

async function draw({ pool, files }: Services, id: string): Promise<Buffer | null> {
  const file = await asSystem(pool, (tx) => fileById(tx, id));
  if (file?.state !== 'clean' || !file.mime.startsWith('image/')) return null;
  return smaller(await buffer(await bringOut(files, file)), 960);
}

function drawing(services: Services, id: string, whose: Whose): Promise<Buffer | null> {
  const coming = twoByTwo(whose, () => draw(services, id))
    .then((picture) => picture && keep(id, picture))
    .finally(() => underWay.delete(id));
  underWay.set(id, coming);
  return coming;
}

/**
 * A picture that a room shows, no wider than a card needs it, as WebP; null where it is none, or still being checked.
 * Whether it may be shown the room has asked before. Whoever asks while it is drawn waits for that.
 */
export async function drawnSmall(services: Services, id: string, whose: Whose): Promise<Buffer | null> {
  const known = kept.get(id);
  return known ? keep(id, known) : (underWay.get(id) ?? drawing(services, id, whose));
}
