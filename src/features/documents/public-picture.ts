import { buffer } from 'node:stream/consumers';
import { asSystem } from '../../platform/database.ts';
import { smaller } from '../../platform/files/picture.ts';
import { bringOut } from '../../platform/files/private-files.ts';
import type { Services } from '../../platform/procedure.ts';
import { fileById } from './store.ts';

/** As many small pictures are kept in memory as stand on one page, and no more: some five megabytes. */
const most = 50;
const drawn = new Map<string, Promise<Buffer | null>>();

async function draw({ pool, files }: Services, id: string): Promise<Buffer | null> {
  const file = await asSystem(pool, (tx) => fileById(tx, id));
  if (file?.state !== 'clean' || !file.mime.startsWith('image/')) return null;
  return smaller(await buffer(await bringOut(files, file)), 960);
}

/**
 * A picture that a room shows to everybody, no wider than a card needs it, as WebP; null where it is none, or still
 * being checked. Whether it may be shown the room has asked before. Drawn once, whoever else asks waits for that.
 */
export async function drawnSmall(services: Services, id: string): Promise<Buffer | null> {
  const drawing = drawn.get(id) ?? draw(services, id);
  drawn.delete(id);
  drawn.set(id, drawing);
  const oldest = drawn.size > most ? drawn.keys().next().value : undefined;
  if (oldest !== undefined) drawn.delete(oldest);
  const picture = await drawing.catch((error: unknown) => {
    drawn.delete(id);
    throw error;
  });
  if (!picture) drawn.delete(id);
  return picture;
}
