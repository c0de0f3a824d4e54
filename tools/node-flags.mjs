/**
 * How Node runs the product. Young objects get 8 MB before they are cleared away instead of 16: a server that streams
 * files would else hold their pieces for long, and needs a third more memory.
 */
export const serverFlags = ['--max-semi-space-size=8'];
