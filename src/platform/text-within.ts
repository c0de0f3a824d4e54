/** The text of what another company answers: read no further than it may be long. */
export async function textWithin(answer: Response, largest: number, tooLong: () => Error): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.byteLength;
    if (size > largest) throw tooLong();
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}
