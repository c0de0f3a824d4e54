// Steps of `npm start` with the time since it began. `run.mjs` imports this, so it must run on Node 20.

/** Begins to report, here and in child processes. */
export const beginProgress = () => {
  process.env['STARTED_AT'] = String(Date.now());
};

/** Ends the reports, because other commands print a result of their own. */
export const endProgress = () => {
  delete process.env['STARTED_AT'];
};

/** Prints a step, unless the product was started without `npm start`. @param {string} text */
export function reportStep(text) {
  const startedAt = Number(process.env['STARTED_AT']);
  if (startedAt) console.error(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}`);
}
