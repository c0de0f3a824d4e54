import { OrpcSerializer, serializedTypes } from './orpc-internals.ts';

type Step = string | number;
type TypeNote = readonly [kind: number, ...path: Step[]];

class UnsupportedValue extends Error {}

const acceptedType: number = serializedTypes.DATE;

/** Serializes like oRPC without copying paths. Input may type only dates: parsing a crafted `URL` is quadratic. */
export class RpcSerializer extends OrpcSerializer {
  readonly #library = new OrpcSerializer();

  override serialize(answer: unknown): ReturnType<OrpcSerializer['serialize']> {
    const typeNotes: TypeNote[] = [];
    try {
      return [serializeValue(answer, [], typeNotes), typeNotes as [number, ...Step[]][], [], []];
    } catch (error) {
      if (!(error instanceof UnsupportedValue)) throw error;
      return this.#library.serialize(answer);
    }
  }

  override deserialize(json: unknown, typeNotes: TypeNote[]): unknown {
    if (typeNotes.some(([kind]) => kind !== acceptedType)) throw new TypeError('not a type that commands accept');
    return super.deserialize(json, typeNotes as [number, ...Step[]][]);
  }
}

function serializeValue(value: unknown, path: Step[], typeNotes: TypeNote[]): unknown {
  if (typeof value === 'bigint') {
    typeNotes.push([serializedTypes.BIGINT, ...path]);
    return value.toString();
  }
  if (Number.isNaN(value)) throw new UnsupportedValue();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => serializeAt(index, { item, path, typeNotes }));
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new UnsupportedValue();
    typeNotes.push([serializedTypes.DATE, ...path]);
    return value.toISOString();
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) throw new UnsupportedValue();
  return serializeRecord(value as Record<string, unknown>, path, typeNotes);
}

/** Copies a record only when a value in it changes. A spread copy costs half of one built name by name. */
function serializeRecord(value: Record<string, unknown>, path: Step[], typeNotes: TypeNote[]): unknown {
  let copy: Record<string, unknown> | undefined;
  for (const name in value) {
    const serialized = serializeAt(name, { item: value[name], path, typeNotes });
    if (serialized === value[name]) continue;
    copy ??= { ...value };
    copy[name] = serialized;
  }
  return copy ?? value;
}

type Visit = { readonly item: unknown; readonly path: Step[]; readonly typeNotes: TypeNote[] };

function serializeAt(step: Step, { item, path, typeNotes }: Visit): unknown {
  if (typeof step === 'number' && item === undefined) throw new UnsupportedValue();
  path.push(step);
  const serialized = serializeValue(item, path, typeNotes);
  path.pop();
  return serialized;
}
