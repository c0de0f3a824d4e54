/** The bundled text of a script (`tools/inline-scripts.ts`). */
declare module '*?script' {
  const text: string;
  export default text;
}
