import { formatMessage, type MessageParamNames, type MessageParams } from './message-template.ts';

/** Message of a refusal (decision A10). `{name}` is a parameter. Defaults: status 422, title 'Error'. */
export type Message = {
  readonly status?: number;
  readonly title?: string;
  readonly text: string;
  readonly field?: string;
  /** Name of an additional parameter that the text does not use. */
  readonly carries?: string;
  /** Logs the refusal as denied access. Default: true for status 403 and 429. */
  readonly denies?: boolean;
};

export const withMessageDefaults = (message: Message) => ({
  status: 422,
  ...(message.field === undefined && { title: 'Error' }),
  ...message,
});
export type FullMessage = Message & { readonly status: number };

export type Messages = Readonly<Record<string, Message>>;

type MessageSets = readonly Messages[];
type MessageCode<W extends MessageSets> = W[number] extends infer M
  ? M extends Messages
    ? keyof M & string
    : never
  : never;
type MessageByCode<W extends MessageSets, C> = C extends string
  ? Extract<W[number], Readonly<Record<C, Message>>>[C]
  : never;
type CarriedName<M> = M extends { readonly carries: infer C extends string } ? C : never;
type RefusalParams<W extends MessageSets, C> =
  MessageByCode<W, C> extends infer M extends Message
    ? MessageParams<MessageParamNames<M['text']> | CarriedName<M>>
    : never;

export type UserMessage = Pick<Message, 'title' | 'text' | 'field'>;

/** Rejection by a business rule, thrown by `refuse()`. Any other error is a fault. */
export class RefusalError extends Error {
  readonly code: string;
  readonly words: FullMessage;
  readonly params: Readonly<Record<string, string>>;

  constructor(code: string, words: FullMessage, params: Readonly<Record<string, string>>) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.words = words;
    this.params = params;
  }

  get userMessage(): UserMessage {
    const { text, title, field } = this.words;
    return { text: formatMessage(text, this.params), ...(title && { title }), ...(field && { field }) };
  }
}

type RefusalData<P> = {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'cryptocommerce';
    readonly validate: (value: unknown) => { readonly value: P };
    readonly types?: { readonly input: P; readonly output: P } | undefined;
  };
};
const refusalDataSchema = {
  '~standard': { version: 1, vendor: 'cryptocommerce', validate: (value: unknown) => ({ value }) },
};

/** Creates typed `refuse` and `refusal` functions for the messages of a feature and of lower features. */
/* @__NO_SIDE_EFFECTS__ */
export function defineErrors<const W extends MessageSets>(...words: W) {
  const messages: Messages = Object.assign({}, ...words);
  const getMessage = (code: string): FullMessage => {
    const message = messages[code];
    if (!message) throw new Error(`no message for ${code}`);
    return withMessageDefaults(message);
  };
  const refusal = <const C extends MessageCode<W>>(code: C, params: RefusalParams<W, C>): RefusalError =>
    new RefusalError(code, getMessage(code), params);
  return {
    refusal,
    refuse: <const C extends MessageCode<W>>(code: C, params: RefusalParams<W, C>): never => {
      throw refusal(code, params);
    },
    refusalCodes: <const C extends MessageCode<W>>(...codes: C[]) =>
      Object.fromEntries(
        codes.map((code) => [code, { status: getMessage(code).status, data: refusalDataSchema }]),
      ) as unknown as {
        [K in C]: { status: number; data: RefusalData<RefusalParams<W, K>> };
      },
  };
}

/** Waits for checks that run in parallel. Refuses like the first of them that failed, in their order. */
export async function assertAll(checks: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(checks)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
