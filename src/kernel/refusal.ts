/**
 * The business said no, for a reason that the catalogue puts into words. Rules and commands throw it through
 * `refuse()`; exactly one place catches it (platform/procedure.ts). Everything else that is thrown is a fault.
 */
export class Refused extends Error {
  readonly code: string;
  readonly params: Record<string, unknown>;

  constructor(code: string, params: Record<string, unknown>) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.params = params;
  }
}
