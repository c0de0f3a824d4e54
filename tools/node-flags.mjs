/**
 * How Node runs the product. Young objects get 16 MB before they are cleared away instead of 32: a server that streams
 * files would else hold their pieces for long, and takes a fifth more memory. With 8 it clears away twice as often.
 * Old ones get 768 MB, six times as much as with ten thousand live lines: on a large machine they would else be looked
 * through only when there are four times as many as are needed, instead of half as many again.
 */
export const serverFlags = ['--max-semi-space-size=16', '--max-old-space-size=768'];
