export type Machine = { readonly platform: string; readonly arch: string; readonly libc: 'glibc' | 'musl' | null };
export declare const thisMachine: () => Machine;
export declare const refusedBy: (machine: Machine) => string | null;
export declare const withoutPostgres: (machine: Machine) => string | null;
export declare const withoutNode: (machine: Machine, version: string) => string;
