import { kinds, LibraryForm } from './unofficial.ts';

type Step = string | number;
/** What kind of value stood at a place that JSON cannot say, and where. */
type Note = readonly [kind: number, ...path: Step[]];

class Unusual extends Error {}

/** Moments are the one kind that commands take beside plain JSON; their schemas read numbers from text. */
const taken: number = kinds.DATE;

/**
 * The library's wire form, written for what answers are made of: records, lists, plain values, moments and whole
 * numbers without end. It keeps one path for the whole walk where the library copies it for every value, which was
 * half of all that a list left behind for the garbage collector. Anything unusual is left to the library.
 *
 * What is sent to us is read before anybody knows who sends it, so nothing costly is built of it: the host of an
 * address alone takes longer the more accents it has, by the square.
 */
export class WireForm extends LibraryForm {
  readonly #library = new LibraryForm();

  override serialize(answer: unknown): ReturnType<LibraryForm['serialize']> {
    const notes: Note[] = [];
    try {
      return [written(answer, [], notes), notes as [number, ...Step[]][], [], []];
    } catch (error) {
      if (!(error instanceof Unusual)) throw error;
      return this.#library.serialize(answer);
    }
  }

  override deserialize(json: unknown, notes: Note[]): unknown {
    if (notes.some(([kind]) => kind !== taken)) throw new TypeError('not of a kind that commands take');
    return super.deserialize(json, notes as [number, ...Step[]][]);
  }
}

function written(value: unknown, path: Step[], notes: Note[]): unknown {
  if (typeof value === 'bigint') {
    notes.push([kinds.BIGINT, ...path]);
    return value.toString();
  }
  if (Number.isNaN(value)) throw new Unusual();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, at) => writtenAt(at, { item, path, notes }));
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new Unusual();
    notes.push([kinds.DATE, ...path]);
    return value.toISOString();
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) throw new Unusual();
  const record: Record<string, unknown> = {};
  for (const name in value)
    record[name] = writtenAt(name, { item: (value as Record<string, unknown>)[name], path, notes });
  return record;
}

type Visit = { readonly item: unknown; readonly path: Step[]; readonly notes: Note[] };

function writtenAt(step: Step, { item, path, notes }: Visit): unknown {
  if (typeof step === 'number' && item === undefined) throw new Unusual();
  path.push(step);
  const plain = written(item, path, notes);
  path.pop();
  return plain;
}
