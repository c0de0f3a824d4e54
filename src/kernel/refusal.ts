import { type Filling, type PlacesOf, worded } from './worded.ts';

/**
 * A sentence with which a room says no, in our own words (decision A10). Its places are what a refusal takes: `'Of this
 * money {left} are left.'`
 */
export type Message = {
  /** 422 where none is said: what was asked for does not fit. */
  readonly status?: number;
  /** Heads the toast; 'Error' where neither it nor a field is said. */
  readonly title?: string;
  readonly text: string;
  /** Shows the text beside this field instead. */
  readonly field?: string;
  /** What the answer carries beside the places of the text. */
  readonly carries?: string;
  /** Whether it leaves a line in the log; else its status says so: not allowed, or too often. */
  readonly denies?: boolean;
};

/** A sentence with what goes without saying. */
export const wholeMessage = (message: Message) => ({
  status: 422,
  ...(message.field === undefined && { title: 'Error' }),
  ...message,
});
export type WholeMessage = Message & { readonly status: number };

/** The sentences of a room, by code. */
export type Messages = Readonly<Record<string, Message>>;

/** What a room may say no with: its own sentences, and those of the rooms below whose refusals it passes on. */
type Words = readonly Messages[];
type CodeOf<W extends Words> = W[number] extends infer M ? (M extends Messages ? keyof M & string : never) : never;
type MessageOf<W extends Words, C> = C extends string ? Extract<W[number], Readonly<Record<C, Message>>>[C] : never;
type Carried<M> = M extends { readonly carries: infer C extends string } ? C : never;
type Params<W extends Words, C> =
  MessageOf<W, C> extends infer M extends Message ? Filling<PlacesOf<M['text']> | Carried<M>> : never;

/** What the person is told. */
export type Said = Pick<Message, 'title' | 'text' | 'field'>;

/**
 * The business said no, in the words of a room. Rules and commands throw it through `refuse()`; exactly one place makes
 * it an answer (platform/procedure.ts). Everything else that is thrown is a fault.
 */
export class Refused extends Error {
  readonly code: string;
  readonly words: WholeMessage;
  readonly params: Readonly<Record<string, string>>;

  constructor(code: string, words: WholeMessage, params: Readonly<Record<string, string>>) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.words = words;
    this.params = params;
  }

  get said(): Said {
    const { text, title, field } = this.words;
    return { text: worded(text, this.params), ...(title && { title }), ...(field && { field }) };
  }
}

/** What an answer carries: the parameters of the sentence. They were judged where it was refused, by the compiler. */
type Carries<P> = {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'cryptocommerce';
    readonly validate: (value: unknown) => { readonly value: P };
    readonly types?: { readonly input: P; readonly output: P } | undefined;
  };
};
const carries = { '~standard': { version: 1, vendor: 'cryptocommerce', validate: (value: unknown) => ({ value }) } };

/**
 * The words of a room: its own lists first, then those of rooms below it. Gives what refuses with them, what makes such
 * a refusal for somebody else to throw, and for `.errors(mayRefuse('a.b', 'c.d'))` what makes codes and parameters part
 * of a command's type. A browser that takes something else of the same file gets none of it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function catalogue<const W extends Words>(...words: W) {
  const all: Messages = Object.assign({}, ...words);
  const messageOf = (code: string): WholeMessage => {
    const message = all[code];
    if (!message) throw new Error(`no words for ${code}`);
    return wholeMessage(message);
  };
  const refusal = <const C extends CodeOf<W>>(code: C, params: Params<W, C>): Refused =>
    new Refused(code, messageOf(code), params);
  return {
    refusal,
    /** Ends the act: the business says no. The transaction around it is undone. */
    refuse: <const C extends CodeOf<W>>(code: C, params: Params<W, C>): never => {
      throw refusal(code, params);
    },
    mayRefuse: <const C extends CodeOf<W>>(...codes: C[]) =>
      Object.fromEntries(codes.map((code) => [code, { status: messageOf(code).status, data: carries }])) as unknown as {
        [K in C]: { status: number; data: Carries<Params<W, K>> };
      },
  };
}
